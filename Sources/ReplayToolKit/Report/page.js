"use strict";

const $ = (selector, from = document) => from.querySelector(selector);
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const data = JSON.parse($("#data").textContent);
const text = (index) => data.texts[index];
const words = data.words;

/** Makes an element. Texts become text nodes; null leaves an attribute out. */
function make(name, attributes, ...children) {
  const element = name[0] === "~"
    ? document.createElementNS("http://www.w3.org/2000/svg", name.slice(1))
    : document.createElement(name);
  set(element, attributes);
  element.append(...children);
  return element;
}

function set(element, attributes) {
  for (const key in attributes) {
    if (attributes[key] != null) element.setAttribute(key, attributes[key]);
  }
}

const note = (shown) => make("p", { class: "note" }, shown);
const scroll = (name, table) =>
  make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": name }, table);

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const sums = (steps) => { let last = 0; return steps.map((step) => (last += step)); };
const positions = sums(data.positions);
const times = sums(data.times);
const places = new Map(positions.map((position, index) => [position, index]));
const hidden = new Set(data.hidden);
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, words.gap);
/** A part of a number with its noun: 2 of 9 cases. */
const partly = (count, noun) =>
  noun.replace(/\d[\d,\xa0]*/, (whole) => grouped(count) + words.of + whole);
const median = (list) => list.sort((a, b) => a - b).length
  && Math.floor((list[(list.length - 1) >> 1] + list[list.length >> 1]) / 2);
const percent = (part, whole) => (part * 100 / (whole || 1)).toFixed(1).replace(".", words.dot) + " %";

/** The local time of an event, with its offset if the clock shows it twice. */
function clock(time) {
  const [, offset, mark] = data.clocks.findLast(([start]) => start <= time);
  return new Date(time + offset).toISOString().replace("T", " ").replace(/(\.000)?Z$/, mark);
}

function duration(length) {
  const sizes = [86400000, 3600000, 60000, 1000, 1];
  const names = words.units.split(" ");
  const part = (number, index) => grouped(Math.floor(number)) + "\xa0" + names[index];
  const index = sizes.findIndex((size) => length >= size);
  if (index < 0) return part(0, 3);
  const rest = index < 3 ? length % sizes[index] / sizes[index + 1] : 0;
  return part(length / sizes[index], index) + (rest >= 1 ? " " + part(rest, index + 1) : "");
}

function add(lists, key, item) {
  if (!lists.has(key)) lists.set(key, []);
  lists.get(key).push(item);
}

// Answers. A version shares with the one before what has not changed.

const isLeaf = (node) => typeof node === "number";

/** The children of a node, with their names. */
const children = (node) => node.slice(1).flatMap((name, index, rest) =>
  index % 2 ? [] : [[text(name), rest[index + 1]]]);

function patched(before, patch) {
  if (patch === null || isLeaf(patch) || patch[0] !== 2) return patch;
  const earlier = before.slice(1);
  const made = patch[1] === 0 ? before.slice() : before.slice(0, 1);
  for (const entry of patch[1] || []) {
    if (isLeaf(entry)) made.push(earlier[2 * entry], earlier[2 * entry + 1]);
    else made.push(...entry);
  }
  for (let i = 2; i < patch.length; i += 2) {
    const place = 2 + 2 * patch[i];
    made[place] = patched(made[place], patch[i + 1]);
  }
  return made;
}

const answers = data.answers.map((versions) => {
  let node = null;
  return versions.map(([position, patch, changes]) => {
    node = patched(node, patch);
    return { position, node, changes };
  });
});

const versionAt = (versions, position) =>
  versions.findLastIndex((version) => version.position <= position);

const lies = (path, above) => above === "" || path.startsWith(above)
  && [undefined, ".", "["].includes(path[above.length]);
const concerns = (field, path) => lies(field, path) || lies(path, field);
const isFigure = (shown) => /^[-0-9][0-9.,\xa0]*$/.test(shown);

/** The texts of a node's values by their paths. */
function fields(node, path = "", found = new Map()) {
  if (isLeaf(node)) return found.set(path, text(node));
  for (const [name, child] of node ? children(node) : []) {
    fields(child, node[0] === 0 && path ? path + "." + name : path + name, found);
  }
  return found;
}

/** The value at a path. A list's element may be named by its place, too. */
function valueAt(node, path) {
  if (!path) return isLeaf(node) ? text(node) : node;
  for (let i = 1; i < node?.length; i += 2) {
    const names = [text(node[i]), "[" + (i >> 1) + "]"].slice(0, node[0] + 1);
    const name = names.find((name) => lies(path, name));
    if (name) return valueAt(node[i + 1], path.slice(name.length).replace(/^\./, ""));
  }
}

const rendered = (node, path, view) =>
  (isLeaf(node) ? value : node[0] === 0 ? members : elements)(node, path, view);

function value(leaf, path, view) {
  const shown = text(leaf);
  const changed = view.changes.some((field) => concerns(field, path));
  const earlier = changed ? valueAt(view.former, path) : undefined;
  const cell = make("span", {
    class: isFigure(shown) ? "v n" : "v", "data-field": path, "data-changed": changed ? "" : null,
  }, shown);
  dress(cell, path + ": " + shown);
  return typeof earlier === "string" && earlier !== shown
    ? [cell, " ", make("del", { "data-before": "" }, earlier)] : [cell];
}

function dress(element, name) {
  return Object.assign(element, { tabIndex: 0, role: "button", ariaLabel: name });
}

const row = (name, cells) =>
  make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, ...cells));

function members(node, path, view) {
  const made = [];
  let table = null;
  for (const [name, child] of children(node)) {
    const place = path ? path + "." + name : name;
    if (isLeaf(child)) {
      if (!table) made.push(table = make("table", { class: "fields" }));
      table.append(row(name, rendered(child, place, view)));
    } else {
      table = null;
      const title = child[0] === 1 ? name + " (" + (child.length - 1) / 2 + ")" : name;
      made.push(make("div", { class: "part" }, make("h4", {}, title),
        ...rendered(child, place, view)));
    }
  }
  return made;
}

const header = (names, align) => make("tr", {}, ...names.map((name) =>
  make("th", { scope: "col", class: align?.get(name) }, name)));

function elements(node, path, view) {
  const parts = children(node);
  const isTable = parts.every(([, child]) => !isLeaf(child) && child[0] === 0);
  const rows = parts.map(([name, child]) => [name, child, new Map(isTable ? children(child) : [])]);
  const columns = new Set(rows.flatMap(([, , row]) => [...row.keys()]));
  const hasMany = isTable
    && (columns.size > 9 || !rows.every(([, , row]) => [...row.values()].every(isLeaf)));
  const table = make("table", {
    class: hasMany ? "rows many" : isTable ? "rows" : "fields",
    "data-changed": view.changes.includes(path + "[]") ? "" : null,
  });
  const align = new Map([...columns].map((name) => {
    const shown = rows.map(([, , row]) => row.get(name)).filter((cell) => cell !== undefined)
      .map((cell) => isLeaf(cell) ? text(cell) : "");
    return [name, shown.some(isFigure) && shown.every((cell) => cell === "—" || isFigure(cell))
      ? "n" : null];
  }));
  if (isTable) {
    table.append(header([...columns], align));
  }
  for (const [name, child, cells] of rows) {
    const at = path + name;
    table.append(isTable
      ? make("tr", {}, ...[...columns].map((column) => make("td", {
        class: align.get(column), "data-column": hasMany ? column : null,
      }, ...(cells.has(column) ? rendered(cells.get(column), at + "." + column, view) : []))))
      : row(name, rendered(child, at, view)));
  }
  return [scroll(path, table)];
}

const articles = all("[data-model]");

/** Whether the version at a position is newer than the last stop. */
const isNewAt = (versions, position) => {
  const index = versionAt(versions, position);
  return index > 0 && versions[index].position > (stops[stops.indexOf(position) - 1] ?? -1);
};

function show(article, versions, position) {
  const index = versionAt(versions, position);
  const version = versions[index];
  const isNew = isNewAt(versions, position);
  const state = index + (isNew ? "!" : "");
  if (article.dataset.state === state) return;
  article.dataset.state = state;
  const former = isNew ? versions[index - 1].node : null;
  const view = { changes: isNew ? version.changes.map(text) : [], former };
  const node = version?.node;
  const made = node == null ? [note(words.noAnswer)] : rendered(node, "", view);
  if (isNew) {
    const [before, now] = [fields(former), fields(node)];
    const gone = view.changes.map((change) => [change, [...before].filter(([path]) =>
      lies(path, change) && !now.has(path)).map(([, shown]) => shown)])
      .filter(([, texts]) => texts.length);
    if (gone.length) {
      made.push(make("ul", { class: "gone" }, ...gone.slice(0, 40).map(([path, texts]) =>
        make("li", {}, path + " ", make("del", { "data-before": "" }, texts.join(", "))))));
    }
  }
  $(".answer", article).replaceChildren(...made);
}

// The position.

const slider = $("#position");
let current = data.head;
let bounds = [0, data.head];
const stops = data.stops || [...Array(data.head + 1).keys()];
/** The search's last match, which may be no stop. */
let matched = 0;

const within = (least, most, number) => Math.max(least, Math.min(most, number));
const nearest = (position) => stops.findLast((stop) => stop <= within(...bounds, position));

const type = (index) => text(data.types[index]);
const actor = (index) => data.actors[index] < 0 ? "" : text(data.actors[index]);
const described = (index) => [type(index), actor(index), ...data.tags[index].map(text)];

function eventLine(position) {
  const index = places.get(position);
  if (index === undefined) return position === 0 ? words.start : String(position);
  return [clock(times[index]), ...described(index)].filter((part) => part).join("  ");
}

const linkTo = ({ id, ariaLabel }, shown) => make("a", { href: "#" + id }, shown || ariaLabel);

/** Describes the slider's event, and what was wanted instead. */
function tell(wanted) {
  const line = eventLine(current);
  slider.value = current;
  slider.ariaValueText = current + ": " + line;
  for (const output of all("#position-text, #models-position")) output.value = grouped(current);
  $("#position-event").textContent = wanted === current ? line
    : grouped(wanted) + " " + words.noStop + " " + line;
  const changed = articles.filter((_, index) => isNewAt(answers[index], current));
  $("#changed")?.replaceChildren(words.changed + " " + changed.length,
    ...changed.slice(0, 9).flatMap((article) => [" ", linkTo(article)]), changed[9] ? " …" : "");
  for (const item of all("li[data-position]")) {
    item.ariaCurrent = +item.dataset.position === current || null;
  }
}

function move(position) {
  const focused = document.activeElement;
  const home = focused.closest("[data-model], #why-list");
  current = nearest(position);
  matched = 0;
  tell(current);
  articles.forEach((article, index) => show(article, answers[index], current));
  if (chosen) explain(chosen);
  if (home && !focused.isConnected) {
    all("a, [data-field]", home).find(({ href, dataset }) => href === focused.href
      && dataset.field === focused.dataset.field)?.focus({ preventScroll: true });
  }
}

function go(position) {
  move(position);
  history.replaceState(null, "", "#position=" + current);
}

function step(count) {
  go(stops[stops.indexOf(current) + count] ?? (count < 0 ? 0 : data.head));
}

/** Moves like a link: out of the brush, too. */
function follow(position) {
  if (range && within(...bounds, position) !== position) brush(0, lastBin);
  if (position !== current) move(position);
}

function followAddress() {
  const match = /^(#position=(-?\d+))?$/.exec(location.hash);
  const position = match ? +(match[2] ?? data.head) : current;
  follow(position);
  if (position !== current) go(position);
  tell(position);
}

/** Scrolls to an event, or to the answers. */
function reveal(position) {
  // First: it changes the height.
  follow(position);
  const [step] = all(`li[data-position="${position}"]:not(.out)`);
  const story = step?.closest("details");
  if (story) story.open = true;
  (step || $("#models"))?.scrollIntoView();
}

// The events that made a value.

let chosen = null;

function choose(cell) {
  chosen = { article: cell.closest("[data-model]"), field: cell.dataset.field };
  explain(chosen);
  $("#why").scrollIntoView({ block: "nearest" });
}

const shellWord = (word) => /^[\p{L}\p{N}_./:,=@+%-]+$/u.test(word)
  ? word : "'" + word.replaceAll("'", "'\\''") + "'";

function explain({ article, field }) {
  $("#chosen")?.removeAttribute("id");
  for (const cell of all("[data-field]")) {
    const isChosen = cell.dataset.field === field && article.contains(cell);
    cell.ariaPressed = isChosen || null;
    if (isChosen) cell.id = "chosen";
  }
  const versions = answers[articles.indexOf(article)];
  const rows = [];
  for (let i = 1; i < versions.length && versions[i].position <= current; i++) {
    const { position } = versions[i];
    const nodes = [versions[i - 1].node, versions[i].node];
    const changes = versions[i].changes.map(text).filter((change) => concerns(change, field));
    if (!changes.length) {
      // The list's elements have identities at one position and none at another.
      if (valueAt(nodes[0], field) === valueAt(nodes[1], field)) continue;
      changes.push(field);
    }
    const place = places.get(position);
    const parts = changes.slice(0, 12).map((change) => {
      const isOwn = lies(field, change) && nodes.some((node) => valueAt(node, field) != null);
      const path = isOwn ? field : change;
      const values = nodes.map((node) => {
        const found = valueAt(node, path) ?? null;
        return typeof found === "string" ? found : [...fields(found).values()].join(", ");
      });
      return make("div", {}, path === field ? "" : path + " ", make("del", {}, values[0]),
        " → ", make("ins", {}, values[1] || (values[0] ? words.gone : "—")));
    });
    const event = place === undefined ? ["", "", ""]
      : [clock(times[place]), type(place), actor(place)];
    rows.push(make("tr", { "data-position": position },
      make("td", {}, make("a", { class: "position", href: "#position=" + position }, position)),
      ...event.map((cell) => make("td", {}, cell)), make("td", {}, ...parts)));
  }
  if (data.reversed) rows.reverse();
  const now = fields(versions[versionAt(versions, current)]?.node).get(field);
  const heading = $("h3", article).textContent + " " + shellWord(field);
  $("#why-list").replaceChildren(
    // No line ends after a hyphen.
    make("p", {}, make("code", {}, ...(words.why + " " + heading + words.options + current)
      .split(" ").flatMap((word) => [" ", make("span", {}, word)]).slice(1)), " ",
    linkTo($("#chosen") || article, words.back)),
    data.stops ? note(words.stop) : "",
    scroll(heading, make("table", { class: "rows" }, header(data.columns), ...rows)),
    make("p", {}, words.now + " " + grouped(current) + ": " + (now ?? words.nothing)));
}

// Search.

const searched = (index) => [...described(index), data.payloads[index], positions[index]]
  .join(" ").toLowerCase();

function search(wanted) {
  const query = wanted.trim().toLowerCase();
  if (!query || !positions.length) return;
  const last = Math.max(current, matched);
  const start = Math.max(0, positions.findIndex((position) => position > last));
  for (let i = 0; i < positions.length; i++) {
    const index = (start + i) % positions.length;
    if (isShown(index) && searched(index).includes(query)) {
      go(positions[index]);
      return tell(matched = positions[index]);
    }
  }
  $("#position-event").textContent = words.notFound + ": " + wanted;
}

// The brush.

const [brushFrom, brushTo] = [$("#brush-from"), $("#brush-to")];
const bins = data.bins;
const lastBin = bins.starts.length - 1;
const binWidth = (960 - 66) / (lastBin + 1);
let range = null;
const isIn = (time) => !range || time >= range[0] && time < range[1];
const isShown = (index) => !hidden.has(index) && isIn(times[index]);

function brush(from, to) {
  [brushFrom.value, brushTo.value] = [Math.min(from, to), Math.max(from, to)];
  brushed();
}

function brushed() {
  const [from, to] = [+brushFrom.value, +brushTo.value].sort((a, b) => a - b);
  const isWhole = !from && to === lastBin;
  range = isWhole ? null : [bins.starts[from], bins.starts[to + 1] ?? Infinity];
  $("#brush-text").value = isWhole ? words.whole : bins.labels[from] + " – " + bins.ends[to];
  const [start, end] = [from, to + 1].map((unit) => 66 + unit * binWidth);
  set($("#brush"), { d: isWhole ? "" : `M66 0H${start}V166H66zM${end} 0H960V166H${end}z` });
  $("#brush-all").hidden = isWhole;
  narrowSlider();
  narrowTypes(from, to);
  for (const item of all("#stories [data-position], #causes [data-position], #erasures tr")) {
    const time = $("time", item);
    item.classList.toggle("out", time !== null && !isIn(Date.parse(time.dateTime)));
  }
  for (const note of all(".story:not(:has(.omitted)) summary .note")) {
    const whole = note.dataset.whole ??= note.textContent;
    const shown = all("li[data-position]:not(.out)", note.closest("details"));
    note.textContent = range ? partly(shown.length, whole) : whole;
  }
  for (const view of maps) view.narrow();
}

function narrowSlider() {
  bounds = [0, data.head];
  // The smallest pages name no events.
  if (range && positions.length) {
    const time = (stop) => times[places.get(stop)] ?? -Infinity;
    const before = stops.findLast((stop) => time(stop) < range[0]) ?? 0;
    const inside = stops.filter((stop) => isIn(time(stop)));
    bounds = [inside[0] ?? before, inside.at(-1) ?? before];
  }
  if (nearest(current) !== current) go(current);
}

function narrowTypes(from, to) {
  const ends = new Map();
  positions.forEach((_, index) => {
    if (!isShown(index)) return;
    const name = type(index);
    ends.set(name, [ends.get(name)?.[0] ?? index, index]);
  });
  for (const row of all("#types-table [data-type]")) {
    const count = sum(bins.types[row.dataset.type].slice(from, to + 1));
    $("[data-count]", row).textContent = grouped(count);
    row.classList.toggle("out", !count);
    const unit = 120 / (lastBin + 1);
    $(".spark", row).setAttribute("viewBox",
      [from * unit, 0, (to - from + 1) * unit, 24]);
    all(".position", row).forEach((link, end) => {
      link.parentNode.classList.toggle("out", !!range && !data.whole);
      const index = ends.get(row.cells[0].textContent)?.[end];
      if (!data.whole || index === undefined) return;
      link.textContent = positions[index];
      link.href = "#position=" + positions[index];
      link.nextElementSibling.textContent = clock(times[index]);
    });
  }
}

function startBrush() {
  const chart = $("#timeline-chart");
  const unitAt = (event) => {
    const { left, width } = chart.getBoundingClientRect();
    const x = (event.clientX - left) / width * 960 - 66;
    return within(0, lastBin, Math.floor(x / binWidth));
  };
  let origin;
  chart.onpointerdown = (event) => {
    if (event.button) return;
    origin = unitAt(event);
    chart.setPointerCapture(event.pointerId);
  };
  chart.onpointermove = (event) => {
    if (origin >= 0) brush(origin, unitAt(event));
  };
  chart.onpointerup = chart.onpointercancel = () => { origin = -1; };
  brushFrom.oninput = brushTo.oninput = brushed;
  $("#brush-all").onclick = () => brush(0, lastBin);
  brushed();
}

// Process maps.

/** The indices of the events of each case. */
function casesOf(kind) {
  const cases = new Map();
  positions.forEach((_, index) => {
    if (!isShown(index)) return;
    for (const tag of data.tags[index]) {
      const name = text(tag);
      if ((name + ":").startsWith(kind + ":")) add(cases, tag, index);
    }
  });
  return cases;
}

class MapView {
  constructor(view, map, number) {
    Object.assign(this, { view, map, number });
    const controls = all("[data-slider], [data-width]", view);
    [this.steps, this.edges, this.width] = controls;
    this.figures = map;
    this.rows = all("[data-variants] tbody tr", view);
    this.table = all(".data tbody tr", view);
    this.count = this.find("summary .note");
    this.cases = this.count.textContent;
    for (const control of controls) control.oninput = () => this.draw();
    this.find(".process").onclick = (event) => {
      const edge = event.target.closest("[data-edge]");
      if (edge) this.list(edge.dataset.edge);
    };
    // The middle of the rows is in view.
    (view.ontoggle = () => {
      const picture = this.find(".chart");
      picture.scrollLeft = -this.find(".process").viewBox.baseVal.x - picture.clientWidth / 2;
    })();
  }

  find(selector) { return $(selector, this.view); }

  title(edge) {
    return edge.slice(0, 2).map((step) => text(this.map.steps[step])).join(" → ") + ": ";
  }

  reveal(index) {
    const [from, to] = this.map.edges[index];
    if (range) brush(0, lastBin);
    this.steps.value = Math.max(this.steps.value, from + 1, to + 1);
    this.edges.value = Math.max(this.edges.value, +index + 1);
    this.picked = index;
    this.draw();
    this.find("[aria-pressed=true]")?.scrollIntoView({ block: "center" });
  }

  narrow() {
    const cases = range && data.whole ? casesOf(this.map.kind) : null;
    this.figures = cases ? this.counted(cases) : this.map;
    this.draw();
    this.find("[data-variants] tbody")
      .replaceChildren(...(cases ? this.variants(cases) : this.rows));
    for (const note of all("[data-variants] .note", this.view)) note.hidden = cases !== null;
    this.count.textContent = cases ? partly(cases.size, this.cases) : this.cases;
    this.table.forEach((row, index) => {
      const [, , number, median] = this.figures.edges[index];
      row.cells[2].textContent = grouped(number);
      row.cells[3].textContent = duration(median);
      row.classList.toggle("out", !number);
    });
  }

  counted(cases) {
    const { steps, edges } = this.map;
    const places = new Map(steps.map((step, index) => [step, index]));
    const place = (event) => places.get(data.types[event]);
    const counts = steps.map(() => 0);
    const lengths = new Map();
    for (const events of cases.values()) {
      events.forEach((event, index) => {
        const [step, before] = [place(event), events[index - 1]];
        counts[step]++;
        if (!index) return;
        add(lengths, place(before) + " " + step, times[event] - times[before]);
      });
    }
    const found = edges.map(([from, to]) => {
      const list = lengths.get(from + " " + to) || [];
      return [from, to, list.length, median(list)];
    });
    const moves = sum([...lengths.values()].map((list) => list.length));
    return { ...this.map, counts, edges: found, moves };
  }

  /** The most frequent variants within the brushed time, as rows. */
  variants(cases) {
    const found = new Map();
    for (const events of cases.values()) {
      const parts = [];
      for (const event of events) {
        const name = type(event);
        if (parts.at(-1)?.[0] === name) parts.at(-1)[1]++;
        else parts.push([name, 1]);
      }
      const path = parts.map(([name, count]) => count > 1 ? name + " ×" + count : name).join(" → ");
      add(found, path, times[events.at(-1)] - times[events[0]]);
    }
    return [...found].sort(([, a], [, b]) => b.length - a.length).slice(0, 20)
      .map(([path, lengths], index) => make("tr", {}, ...[index + 1, grouped(lengths.length),
        percent(lengths.length, cases.size), duration(median(lengths)),
        path.replace(/^((?:[^→]*→ ){60}).*/, "$1…")].map((cell, place) =>
        make("td", { class: place < 3 ? "n" : place < 4 ? "s" : null }, cell))));
  }

  draw() {
    const { counts, edges, moves, layouts, steps, activities, labels, paths } = this.figures;
    const count = +this.steps.value;
    const [points, arrows] = layouts[count - 1];
    const [reached, left] = [new Set(), new Set()];
    const shown = edges.map((edge, index) => [edge, index]).filter(([[from, to, number], index]) => {
      if (from >= count || to >= count || !number) return false;
      const isUsual = from !== to && !(reached.has(to) && left.has(from));
      if (from !== to) { reached.add(to); left.add(from); }
      return index < this.edges.value || isUsual;
    });
    this.steps.nextElementSibling.value = count;
    this.edges.nextElementSibling.value = shown.length;
    const numbers = [...Array(count).keys()];
    const byTime = this.width.value === "time";
    const weight = (edge) => byTime ? edge[3] : edge[2];
    const most = Math.max(1, ...shown.map(([edge]) => weight(edge)));
    const places = numbers.map((step) => points.slice(2 * step, 2 * step + 2));
    const numerals = [];
    this.find("[data-edges]").replaceChildren(...shown.map(([edge, index]) => {
      const [, , number, median] = edge;
      const [d, x, y] = arrows[index];
      places.push([x, y]);
      numerals.push(make("~text", { "data-edge": index, x, y },
        byTime ? duration(median) : grouped(number)));
      const title = this.title(edge) + grouped(number) + ", " + duration(median);
      return dress(make("~g", { class: "edge", "data-edge": index }, make("~title", {}, title),
        make("~path", {
          d, "stroke-width": (1 + 7 * Math.sqrt(weight(edge) / most)).toFixed(1),
          "marker-end": "url(#arrow" + this.number + ")",
        })), title);
    }));
    this.find("[data-labels]").replaceChildren(...numerals);
    const [[x, w], [y, h]] = [152, 45].map((room, axis) => {
      const ends = places.map((place) => place[axis]);
      const least = Math.min(...ends) - room;
      return [least, Math.max(...ends) - least + room];
    });
    set(this.find(".process"), { viewBox: [x, y, w, h], width: w, height: h });
    this.find("[data-steps]").replaceChildren(...numbers.map((step) =>
      make("~g", { class: "step",
        transform: "translate(" + places[step] + ")" },
        make("~title", {}, text(steps[step]) + ": " + grouped(counts[step])),
        make("~rect", { x: -98, y: -29, width: 196, height: 58, rx: 7,
          "stroke-opacity": counts[step] ? null : .4 }),
        ...labels[step].map((line, index, lines) =>
          make("~text", { y: lines.length === 1 ? -4 : index * 15 - 11 }, text(line))),
        make("~text", { y: 20, class: "count" }, grouped(counts[step])))));
    const parts = [count, activities, shown.length, paths,
      percent(sum(counts.slice(count)), sum(counts)),
      percent(moves - sum(shown.map(([edge]) => edge[2])), moves)].map(grouped);
    const share = words.share.replace(/\{(\d)\}/g, (_, place) => parts[place]);
    this.find("[data-hidden-share]").textContent =
      share + (range && !data.whole ? " " + words.wholeMap : "");
    this.find("desc").textContent = share;
    if (this.picked) this.list(this.picked);
  }

  list(picked) {
    this.picked = picked;
    for (const edge of all(".edge", this.view)) edge.ariaPressed = edge.dataset.edge === picked;
    const { steps, kind, edges } = this.map;
    const edge = edges[picked];
    const cases = edge.slice(5).map((tag) => [tag]);
    for (const [tag, events] of data.whole ? casesOf(kind) : []) {
      const at = events.findIndex((event, index) =>
        data.types[events[index - 1]] === steps[edge[0]] && data.types[event] === steps[edge[1]]);
      if (at > 0) cases.push([tag, events[at]]);
    }
    const count = data.whole ? cases.length : edge[4];
    const more = count - Math.min(200, cases.length);
    this.find("[data-cases]").replaceChildren(
      make("p", {}, this.title(edge) + partly(count, this.cases)),
      make("ul", {}, ...cases.slice(0, 200).map(([tag, event]) => make("li", {},
        event == null ? text(tag) : make("a", { href: "#position=" + positions[event] }, text(tag))))),
      more > 0 ? note(words.more + " " + grouped(more)) : "");
  }
}

const maps = all(".map").map((view, index) => new MapView(view, data.maps[index], index));

// Keys.

const showKeys = () => $("#keys").showModal();

addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  // The only text field keeps its keys.
  if (target === $("#search")) {
    if (key === "Enter") search(target.value);
    if (key === "Escape") target.blur();
    return;
  }
  if (key === "Enter" || key === " " && target.role === "button") {
    if (target.matches("[data-field], .edge")) {
      event.preventDefault();
      target.dispatchEvent(new Event("click", { bubbles: true }));
    }
    return;
  }
  const size = event.shiftKey ? 10 : 1;
  const moves = {
    ArrowLeft: () => step(-size), ArrowRight: () => step(size),
    Home: () => go(0), End: () => go(data.head),
    "/": () => { $("#keys").close(); $("#search").focus(); },
  };
  if (moves[key]) { event.preventDefault(); moves[key](); }
  if (key === "?" && !$("#keys").open) showKeys();
});

addEventListener("click", (event) => {
  const target = event.target.closest("[data-field], #findings a");
  if (!target) return;
  const { field, arrow } = target.dataset;
  if (field !== undefined) return choose(target);
  if (event.ctrlKey || event.metaKey) return;
  if (target.hash[9] === "=") reveal(+target.hash.slice(10));
  // After the link has opened the map.
  if (arrow) setTimeout(() => maps[target.hash.slice(4)]?.reveal(arrow));
});

document.documentElement.classList.add("js");
slider.oninput = () => go(+slider.value);
$("#keys-button").onclick = showKeys;
onhashchange = followAddress;
for (const cell of all("[data-field]")) {
  dress(cell, cell.dataset.field + ": " + cell.textContent);
}
if (brushFrom) startBrush();
followAddress();
