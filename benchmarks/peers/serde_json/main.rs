// Decodes every field of every line of a courier journal into owned, typed structs with serde_json
// and folds what the other programs fold. Times and ids stay texts; checksums are not verified.
// Prints the seconds of reading and decoding, and what was found.
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

#[derive(Deserialize)]
struct Record<'a> {
    position: u64,
    id: String,
    time: String,
    #[serde(rename = "type")]
    kind: String,
    version: u64,
    tags: Vec<String>,
    cause: Option<Cause>,
    append: [u64; 2],
    synced: Option<u64>,
    // What these hold depends on the type, so they are decoded when it is known.
    #[serde(borrow)]
    data: &'a RawValue,
    commitment: Option<String>,
    salt: Option<String>,
    subjects: Option<Vec<String>>,
    #[serde(borrow)]
    personal: Option<&'a RawValue>,
    #[serde(rename = "personalTags")]
    personal_tags: Option<Vec<String>>,
    fingerprint: Option<String>,
    crc: String,
}

#[derive(Deserialize)]
struct Cause {
    command: String,
    id: Option<String>,
    actor: Option<String>,
    correlation: Option<String>,
    because: Option<u64>,
}

#[derive(Deserialize)]
struct Password {
    salt: String,
    iterations: u64,
    hash: String,
}

#[derive(Deserialize)]
struct Registered {
    login: String,
    #[serde(rename = "loginKey")]
    login_key: String,
    password: Password,
}

#[derive(Deserialize)]
struct SignedIn {
    #[serde(rename = "loginKey")]
    login_key: String,
}

#[derive(Deserialize)]
struct Recipient {
    address: String,
    #[serde(rename = "firstName")]
    first_name: String,
    #[serde(rename = "lastName")]
    last_name: String,
    phone: String,
    comment: Option<String>,
}

#[derive(Deserialize)]
struct CourierOnly {
    courier: String,
}

#[derive(Deserialize)]
struct OrderAndCourier {
    order: String,
    courier: String,
}

#[derive(Deserialize)]
struct Cancelled {
    order: String,
    customer: String,
}

#[derive(Deserialize)]
struct Refreshed {
    courier: String,
    metro: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Placed {
    order: String,
    customer: String,
    #[serde(rename = "deliveryDate")]
    delivery_date: String,
    metro: String,
    color: Option<String>,
}

/// What every program computes from what it decoded, so that nobody decodes less.
#[derive(Default, Serialize)]
struct Found {
    events: u64,
    positions: u64,
    strings: usize,
    numbers: u64,
    couriers: usize,
    accepted: u64,
    completed: u64,
    types: BTreeMap<String, u64>,
}

#[derive(Serialize)]
struct Output {
    seconds: f64,
    found: Found,
}

type Failure = Box<dyn std::error::Error>;

#[derive(Default)]
struct Fold {
    found: Found,
    couriers: HashMap<String, (u64, u64)>,
}

impl Fold {
    fn line(&mut self, line: &[u8]) -> Result<(), Failure> {
        let record: Record = serde_json::from_slice(line)?;
        self.envelope(&record);
        let data = record.data.get();
        match record.kind.as_str() {
            "courier.orderPlaced" => {
                let placed: Placed = serde_json::from_str(data)?;
                self.text(&placed.order);
                self.text(&placed.customer);
                self.text(&placed.delivery_date);
                self.text(&placed.metro);
                self.optional(&placed.color);
                if let Some(personal) = record.personal {
                    let recipient: Recipient = serde_json::from_str(personal.get())?;
                    self.text(&recipient.address);
                    self.text(&recipient.first_name);
                    self.text(&recipient.last_name);
                    self.text(&recipient.phone);
                    self.optional(&recipient.comment);
                }
            }
            "courier.ordersRefreshed" => {
                let refreshed: Refreshed = serde_json::from_str(data)?;
                self.text(&refreshed.courier);
                self.texts(refreshed.metro.as_deref().unwrap_or_default());
            }
            "courier.orderAccepted" => {
                let accepted: OrderAndCourier = serde_json::from_str(data)?;
                self.text(&accepted.order);
                self.text(&accepted.courier);
                self.couriers.entry(accepted.courier).or_default().0 += 1;
            }
            "courier.orderCompleted" => {
                let completed: OrderAndCourier = serde_json::from_str(data)?;
                self.text(&completed.order);
                self.text(&completed.courier);
                self.couriers.entry(completed.courier).or_default().1 += 1;
            }
            "courier.orderCancelled" => {
                let cancelled: Cancelled = serde_json::from_str(data)?;
                self.text(&cancelled.order);
                self.text(&cancelled.customer);
            }
            "courier.acceptedOrdersViewed" => {
                let viewed: CourierOnly = serde_json::from_str(data)?;
                self.text(&viewed.courier);
            }
            "courier.courierRegistered" => {
                let registered: CourierOnly = serde_json::from_str(data)?;
                self.text(&registered.courier);
                if let Some(personal) = record.personal {
                    let account: Registered = serde_json::from_str(personal.get())?;
                    self.text(&account.login);
                    self.text(&account.login_key);
                    self.text(&account.password.salt);
                    self.text(&account.password.hash);
                    self.found.numbers += account.password.iterations;
                }
            }
            "courier.courierSignedIn" => {
                let signed_in: CourierOnly = serde_json::from_str(data)?;
                self.text(&signed_in.courier);
                if let Some(personal) = record.personal {
                    let account: SignedIn = serde_json::from_str(personal.get())?;
                    self.text(&account.login_key);
                }
            }
            unknown => return Err(format!("unknown type {unknown}").into()),
        }
        match self.found.types.get_mut(&record.kind) {
            Some(count) => *count += 1,
            None => drop(self.found.types.insert(record.kind, 1)),
        }
        Ok(())
    }

    fn envelope(&mut self, record: &Record) {
        self.found.events += 1;
        self.found.positions += record.position;
        for text in [&record.id, &record.time, &record.kind, &record.crc] {
            self.text(text);
        }
        for text in [&record.commitment, &record.salt, &record.fingerprint] {
            self.optional(text);
        }
        self.texts(&record.tags);
        self.texts(record.subjects.as_deref().unwrap_or_default());
        self.texts(record.personal_tags.as_deref().unwrap_or_default());
        if let Some(cause) = &record.cause {
            self.text(&cause.command);
            for text in [&cause.id, &cause.actor, &cause.correlation] {
                self.optional(text);
            }
            self.found.numbers += cause.because.unwrap_or(0);
        }
        self.found.numbers += record.version + record.append[0] + record.append[1];
        self.found.numbers += record.synced.unwrap_or(0);
    }

    fn text(&mut self, text: &String) {
        self.found.strings += text.len();
    }

    fn texts(&mut self, texts: &[String]) {
        for text in texts {
            self.text(text);
        }
    }

    fn optional(&mut self, text: &Option<String>) {
        if let Some(text) = text {
            self.text(text);
        }
    }
}

fn main() -> Result<(), Failure> {
    let start = Instant::now();
    let mut fold = Fold::default();
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(path)?;
        for line in bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            fold.line(line)?;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let mut found = fold.found;
    found.couriers = fold.couriers.len();
    found.accepted = fold.couriers.values().map(|orders| orders.0).sum();
    found.completed = fold.couriers.values().map(|orders| orders.1).sum();
    println!("{}", serde_json::to_string(&Output { seconds, found })?);
    Ok(())
}
