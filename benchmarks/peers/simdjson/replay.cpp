// Decodes every field of every line of a courier journal with simdjson's on-demand parser and
// folds what the other programs fold. Times and ids stay texts; checksums are not verified.
// Prints the seconds of reading and decoding, and what was found.
#include <simdjson.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

using namespace simdjson;
using ondemand::raw_json_string;
using std::string_view;

namespace {

struct Texts {
  std::vector<string_view> items;
};

struct Password {
  string_view salt, hash;
  uint64_t iterations = 0;
};

struct Personal {
  string_view login, loginKey, address, firstName, lastName, phone, comment;
  Password password;
};

struct Payload {
  string_view order, courier, customer, deliveryDate, metro, color;
  Texts stations;
};

struct Cause {
  string_view command, id, actor, correlation;
  uint64_t because = 0;
};

struct Record {
  uint64_t position = 0, version = 0, index = 0, count = 0, synced = 0;
  string_view id, time, type, commitment, salt, fingerprint, crc;
  Texts tags, subjects, personalTags;
  Cause cause;
  Payload data;
  Personal personal;

  void clear() {
    auto keep = [](Texts &texts) {
      texts.items.clear();
      return std::move(texts);
    };
    Texts a = keep(tags), b = keep(subjects), c = keep(personalTags), d = keep(data.stations);
    *this = Record();
    tags = std::move(a), subjects = std::move(b), personalTags = std::move(c);
    data.stations = std::move(d);
  }
};

template <size_t size> bool is(raw_json_string key, const char (&name)[size]) {
  return memcmp(key.raw(), name, size - 1) == 0 && key.raw()[size - 1] == '"';
}

void read(ondemand::value value, Texts &texts) {
  for (auto item : value.get_array()) texts.items.push_back(item.get_string());
}

void read(ondemand::value value, Cause &cause) {
  for (auto field : value.get_object()) {
    raw_json_string key = field.key();
    if (is(key, "command")) cause.command = field.value().get_string();
    else if (is(key, "actor")) cause.actor = field.value().get_string();
    else if (is(key, "id")) cause.id = field.value().get_string();
    else if (is(key, "correlation")) cause.correlation = field.value().get_string();
    else if (is(key, "because")) cause.because = field.value().get_uint64();
  }
}

void read(ondemand::value value, Password &password) {
  for (auto field : value.get_object()) {
    raw_json_string key = field.key();
    if (is(key, "salt")) password.salt = field.value().get_string();
    else if (is(key, "iterations")) password.iterations = field.value().get_uint64();
    else if (is(key, "hash")) password.hash = field.value().get_string();
  }
}

void read(ondemand::value value, Personal &personal) {
  for (auto field : value.get_object()) {
    raw_json_string key = field.key();
    if (is(key, "address")) personal.address = field.value().get_string();
    else if (is(key, "firstName")) personal.firstName = field.value().get_string();
    else if (is(key, "lastName")) personal.lastName = field.value().get_string();
    else if (is(key, "phone")) personal.phone = field.value().get_string();
    else if (is(key, "comment")) personal.comment = field.value().get_string();
    else if (is(key, "login")) personal.login = field.value().get_string();
    else if (is(key, "loginKey")) personal.loginKey = field.value().get_string();
    else if (is(key, "password")) read(field.value(), personal.password);
  }
}

void read(ondemand::value value, Payload &data, bool hasStations) {
  for (auto field : value.get_object()) {
    raw_json_string key = field.key();
    if (is(key, "order")) data.order = field.value().get_string();
    else if (is(key, "courier")) data.courier = field.value().get_string();
    else if (is(key, "customer")) data.customer = field.value().get_string();
    else if (is(key, "deliveryDate")) data.deliveryDate = field.value().get_string();
    else if (is(key, "color")) data.color = field.value().get_string();
    else if (is(key, "metro")) {
      if (hasStations) read(field.value(), data.stations);
      else data.metro = field.value().get_string();
    }
  }
}

void read(ondemand::document_reference &&document, Record &record) {
  record.clear();
  for (auto field : document.get_object()) {
    raw_json_string key = field.key();
    if (is(key, "position")) record.position = field.value().get_uint64();
    else if (is(key, "id")) record.id = field.value().get_string();
    else if (is(key, "time")) record.time = field.value().get_string();
    else if (is(key, "type")) record.type = field.value().get_string();
    else if (is(key, "version")) record.version = field.value().get_uint64();
    else if (is(key, "tags")) read(field.value(), record.tags);
    else if (is(key, "cause")) read(field.value(), record.cause);
    else if (is(key, "append")) {
      uint64_t *numbers[] = {&record.index, &record.count};
      size_t place = 0;
      for (auto item : field.value().get_array()) *numbers[place++ & 1] = item.get_uint64();
    } else if (is(key, "synced")) record.synced = field.value().get_uint64();
    else if (is(key, "data"))
      read(field.value(), record.data, record.type == "courier.ordersRefreshed");
    else if (is(key, "commitment")) record.commitment = field.value().get_string();
    else if (is(key, "salt")) record.salt = field.value().get_string();
    else if (is(key, "subjects")) read(field.value(), record.subjects);
    else if (is(key, "personal")) read(field.value(), record.personal);
    else if (is(key, "personalTags")) read(field.value(), record.personalTags);
    else if (is(key, "fingerprint")) record.fingerprint = field.value().get_string();
    else if (is(key, "crc")) record.crc = field.value().get_string();
  }
}

struct Orders {
  uint64_t accepted = 0, completed = 0;
};

/// What every program computes from what it decoded, so that nobody decodes less.
struct Fold {
  uint64_t events = 0, positions = 0, strings = 0, numbers = 0;
  std::vector<std::pair<std::string, uint64_t>> types;
  std::unordered_map<std::string, Orders> couriers;

  void add(const Record &record) {
    events += 1;
    positions += record.position;
    count(record.type);
    if (record.type == "courier.orderAccepted")
      couriers[std::string(record.data.courier)].accepted += 1;
    else if (record.type == "courier.orderCompleted")
      couriers[std::string(record.data.courier)].completed += 1;
    const Payload &data = record.data;
    const Personal &personal = record.personal;
    for (string_view text :
         {record.id, record.time, record.type, record.commitment, record.salt, record.fingerprint,
          record.crc, record.cause.command, record.cause.id, record.cause.actor,
          record.cause.correlation, data.order, data.courier, data.customer, data.deliveryDate,
          data.metro, data.color, personal.login, personal.loginKey, personal.address,
          personal.firstName, personal.lastName, personal.phone, personal.comment,
          personal.password.salt, personal.password.hash})
      strings += text.size();
    for (const Texts *texts : {&record.tags, &record.subjects, &record.personalTags, &data.stations})
      for (string_view text : texts->items) strings += text.size();
    numbers += record.version + record.index + record.count + record.synced + record.cause.because +
               personal.password.iterations;
  }

  void count(string_view type) {
    for (auto &entry : types)
      if (entry.first == type) {
        entry.second += 1;
        return;
      }
    types.emplace_back(type, 1);
  }
};

} // namespace

int main(int count, char **paths) {
  auto start = std::chrono::steady_clock::now();
  Fold fold;
  Record record;
  ondemand::parser parser;
  try {
    for (int index = 1; index < count; index++) {
      padded_string text = padded_string::load(paths[index]);
      ondemand::document_stream lines = parser.iterate_many(text);
      for (auto &&line : lines) {
        read(std::move(line).value(), record);
        fold.add(record);
      }
    }
  } catch (const simdjson_error &error) {
    fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  uint64_t accepted = 0, completed = 0;
  for (auto &entry : fold.couriers)
    accepted += entry.second.accepted, completed += entry.second.completed;
  printf("{\"seconds\":%.6f,\"found\":{\"events\":%lu,\"positions\":%lu,\"strings\":%lu,"
         "\"numbers\":%lu,\"couriers\":%zu,\"accepted\":%lu,\"completed\":%lu,\"types\":{",
         seconds.count(), fold.events, fold.positions, fold.strings, fold.numbers,
         fold.couriers.size(), accepted, completed);
  const char *separator = "";
  for (auto &entry : fold.types) {
    printf("%s\"%s\":%lu", separator, entry.first.c_str(), entry.second);
    separator = ",";
  }
  printf("}}}\n");
}
