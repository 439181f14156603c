"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const sheet = document.getElementById("sheet");
  const svg = sheet.querySelector("svg");
  const about = document.getElementById("about");
  const found = document.getElementById("found");
  const words = document.getElementById("words");
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  const all = svg.viewBox.baseVal;
  const whole = [all.x, all.y, all.width, all.height];
  let box = [...whole];
  let kept = null;

  const show = () => svg.setAttribute("viewBox", box.join(" "));
  // The picture keeps its shape inside the window: one scale for both directions.
  const scale = () => Math.max(box[2] / sheet.clientWidth, box[3] / sheet.clientHeight);
  const zoom = (factor, x, y) => {
    const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
    box = [at.x - (at.x - box[0]) * factor, at.y - (at.y - box[1]) * factor, box[2] * factor, box[3] * factor];
    show();
  };
  sheet.addEventListener("wheel", event => {
    event.preventDefault();
    zoom(Math.exp(event.deltaY * 0.0015), event.clientX, event.clientY);
  }, { passive: false });

  const pointers = new Map();
  let moved = false;
  sheet.addEventListener("pointerdown", event => {
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    moved = false;
    sheet.classList.add("held");
  });
  addEventListener("pointermove", event => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const now = [event.clientX, event.clientY];
    if (pointers.size === 1) {
      const by = scale();
      box[0] -= (now[0] - last[0]) * by;
      box[1] -= (now[1] - last[1]) * by;
      if (Math.hypot(now[0] - last[0], now[1] - last[1]) > 2) moved = true;
      show();
    } else {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const before = Math.hypot(last[0] - other[0], last[1] - other[1]);
      const after = Math.hypot(now[0] - other[0], now[1] - other[1]);
      if (before && after) zoom(before / after, (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
      moved = true;
    }
    pointers.set(event.pointerId, now);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, event => {
      pointers.delete(event.pointerId);
      if (!pointers.size) sheet.classList.remove("held");
    });
  }

  // Graphviz puts our ids on groups: n:NAME a box, e:PLACE an arrow, a_h:NAME or h:NAME a row in a box.
  const boxOf = new Map();
  for (const node of svg.querySelectorAll("g.node")) {
    if (node.id.startsWith("n:")) boxOf.set(node.id.slice(2), node);
    for (const row of node.querySelectorAll("[id]")) {
      const name = row.id.replace(/^a_/, "");
      if (name.startsWith("h:") && !boxOf.has(name.slice(2))) boxOf.set(name.slice(2), node);
    }
  }
  const edges = data.arrows.map((_, place) => document.getElementById(`e:${place}`));
  const nameAt = target => {
    for (let at = target; at && at !== svg; at = at.parentNode) {
      const id = (at.id || "").replace(/^a_/, "");
      if (id.startsWith("h:") || id.startsWith("n:")) return id.slice(2);
    }
    return null;
  };
  const edgeAt = target => {
    const edge = target.closest("g.edge");
    return edge ? edges.indexOf(edge) : -1;
  };
  const element = (kind, text) => Object.assign(document.createElement(kind), { textContent: text });

  const light = name => {
    svg.classList.toggle("asked", name !== null);
    for (const lit of svg.querySelectorAll(".lit")) lit.classList.remove("lit");
    if (name === null) return;
    const own = boxOf.get(name);
    own?.classList.add("lit");
    data.arrows.forEach(([source, target], place) => {
      const ends = [boxOf.get(source), boxOf.get(target)];
      if (ends.includes(own)) for (const part of [edges[place], ...ends]) part?.classList.add("lit");
    });
  };
  const link = name => {
    const button = element("button", data.nodes[name] ? data.nodes[name].label : name);
    button.addEventListener("click", () => keep(name, true));
    return button;
  };
  const listed = (title, links, end) => {
    if (!links.length) return [];
    return [element("h2", title), ...links.slice(0, 60).flatMap(each => {
      const line = element("div", `${each[1]} `);
      if (end === 2) line.append(link(each[2]));
      else line.prepend(link(each[0]), " ");
      return each[3] ? [line, element("blockquote", each[3])] : [line];
    })];
  };
  const tell = name => {
    const node = data.nodes[name];
    if (!node) return;
    about.replaceChildren(
      element("h2", node.label), element("p", node.text),
      ...listed("Leans on", data.links.filter(each => each[0] === name), 2),
      ...listed("Leaned on by", data.links.filter(each => each[2] === name), 0),
      ...listed("Arrows", data.links.length ? [] : data.arrows.filter(([a, b]) => a === name || b === name)
        .map(([a, b, title]) => a === name ? [a, title, b] : [a, title, b]), 2));
  };
  const keep = (name, centre) => {
    kept = name;
    light(name);
    if (name === null) return;
    tell(name);
    const own = boxOf.get(name);
    if (!centre || !own) return;
    const place = own.getBoundingClientRect();
    const at = new DOMPoint(place.x + place.width / 2, place.y + place.height / 2)
      .matrixTransform(svg.getScreenCTM().inverse());
    box[0] = at.x - box[2] / 2;
    box[1] = at.y - box[3] / 2;
    show();
  };

  svg.addEventListener("pointerover", event => {
    if (kept !== null || pointers.size) return;
    const name = nameAt(event.target);
    if (name !== null && data.nodes[name]) {
      light(name);
      tell(name);
      return;
    }
    const place = edgeAt(event.target);
    light(null);
    if (place >= 0) about.replaceChildren(...data.arrows[place][2].split("\n").map(line => element("p", line)));
  });
  svg.addEventListener("click", event => {
    event.preventDefault();
    if (moved) return;
    const name = nameAt(event.target);
    keep(name !== null && data.nodes[name] ? name : null, false);
  });
  const search = () => {
    const wanted = words.value.trim().toLowerCase();
    const names = wanted ? Object.keys(data.nodes).filter(name =>
      `${data.nodes[name].label} ${data.nodes[name].text}`.toLowerCase().includes(wanted)) : [];
    const rank = name => data.nodes[name].label.toLowerCase().includes(wanted) ? 0 : 1;
    names.sort((a, b) => rank(a) - rank(b));
    found.replaceChildren(...names.slice(0, 30).map(name => {
      const item = document.createElement("li");
      item.append(link(name));
      return item;
    }));
    if (names.length) keep(names[0], true); else keep(null, false);
  };
  words.addEventListener("input", search);
  addEventListener("keydown", event => {
    if (event.target === words) return;
    if (event.key === "0") { box = [...whole]; show(); }
    if (event.key === "Escape") keep(null, false);
    if (event.key === "+" || event.key === "-") {
      zoom(event.key === "+" ? 0.8 : 1.25, sheet.clientWidth / 2, sheet.clientHeight / 2);
    }
  });
  show();
})();
