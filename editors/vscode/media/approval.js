// The page of the view Approval: one card for each pending question. Text goes in as text, never as HTML.
(() => {
  const vscode = acquireVsCodeApi();
  const questions = document.getElementById('questions');

  function element(name, attributes = {}, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
      else if (value !== undefined) node.setAttribute(key, value);
    }
    node.append(...children);
    return node;
  }

  const button = (label, onclick, kind, more = {}) => element('button', { onclick, class: kind, type: 'button', ...more }, label);

  const tagsOf = (hazards) => hazards.map((hazard) => element('span', { class: 'hazard' }, hazard));

  /** Where a key from outside leads. VS Code gives the page the focus later, and only if nothing in it has taken the focus before. */
  let place;
  const lead = (node) => {
    if (document.hasFocus()) return node.focus();
    place = node;
  };

  /** A screen reader says the verdict with each group, and what each command touches with the command. */
  function group({ verdict, why, commands }) {
    const row = ({ text, hazards }) => element('li', { 'aria-label': [text, ...hazards].join(', ') }, element('code', {}, text), ...tagsOf(hazards));
    const header = element('p', { class: 'verdict' }, element('b', {}, verdict), ` ${why}`);
    return element('div', { class: verdict, role: 'group', 'aria-label': `${verdict}: ${why}` }, header, element('ul', {}, ...commands.map(row)));
  }

  const hazardsOf = (size, hazards, none = '') => element('p', { class: 'size' }, size, ...tagsOf(hazards), ...(none ? [' · ', element('span', { class: 'reason' }, none)] : []));
  const paragraphs = (notes) => notes.map((note) => element('p', { class: 'reason' }, note));
  const verdictsOf = ({ groups, notes }) => [...groups.map(group), ...paragraphs(notes)];

  /** An edited text is judged when the user has stopped typing for so long. */
  const JUDGE_MS = 300;

  /** While it is open, to approve is to run what stands in it. */
  function editor({ text, ending }, bar, { approve, changed, edited }) {
    const area = element('textarea', { spellcheck: 'false', 'aria-label': 'Command', rows: 6 });
    const node = element('div', { class: 'edit', hidden: '' }, area);
    const open = (is) => {
      node.hidden = !is;
      area.value = text;
      changed(is);
      if (!is) return node.closest('section').focus();
      lead(area);
      scrollAboveBar(node, bar, 'nearest');
    };
    area.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) approve();
      if (event.key === 'Escape') open(false);
    });
    let timer;
    area.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => edited(area.value), JUDGE_MS);
      edited();
    });
    return { node, toggle: () => open(node.hidden), isOpen: () => !node.hidden, text: () => area.value, isEmpty: () => area.value.trim() === '', result: () => ({ decision: 'edit', command: area.value + ending }) };
  }

  function choices(remember, choose) {
    const choice = ({ label, name, rule }) => button(label, () => choose({ decision: 'approve', remember: rule }), 'secondary', { 'aria-label': name });
    const row = ({ title, choices }) => element('div', {}, element('p', { class: 'where' }, title), element('div', { class: 'buttons' }, ...choices.map(choice)));
    return element('div', { class: 'choices', role: 'group', 'aria-label': 'Approve and remember', hidden: '' }, ...remember.map(row));
  }

  /** Lines of the text that are on the screen at once, the last one among them, before it counts as read. */
  const LEAST_LINES = 4;
  /** A key that is held down is one press. */
  const HELD_MS = 400;

  // The page's edges that something around it cuts off, which only an observer knows. Nothing is on the screen until it has spoken.
  let cut = { top: Infinity, bottom: Infinity };
  const edges = document.body.appendChild(element('div', { class: 'edges' }));
  const edgesChanged = (entries) => {
    const last = entries.at(-1);
    if (!last) return;
    const { boundingClientRect: all, intersectionRect: part, isIntersecting } = last;
    cut = isIntersecting ? { top: part.top - all.top, bottom: all.bottom - part.bottom } : { top: Infinity, bottom: Infinity };
  };
  const observer = new IntersectionObserver((entries) => (edgesChanged(entries), arrange()), { threshold: Array.from({ length: 101 }, (_, percent) => percent / 100) });
  observer.observe(edges);

  const sticks = (bar) => getComputedStyle(bar).position === 'sticky';

  /** The page scrolls as if the bar with the answers were its end. */
  function scrollAboveBar(node, bar, block) {
    node.style.scrollMarginBottom = sticks(bar) ? `${bar.offsetHeight}px` : '0';
    node.scrollIntoView({ block });
  }

  /**
   * Whether the end of the text has been on the screen, with lines before it, above the bar with the answers and below the refusal.
   * `tellUnseen` gets the lines that were not on the screen yet, and all lines.
   */
  function reading(text, bar, refusal, tellUnseen) {
    const end = element('div', { class: 'end' });
    let seen = false;
    let parts = []; // of the text, as shares of its height, that were on the screen
    let elsewhere = []; // lines that were on the screen in a document
    const see = (from, to) => {
      const joined = [[from, to], ...parts.filter(([begin, end]) => begin <= to && end >= from)];
      parts = [...parts.filter((part) => !joined.includes(part)), [Math.min(...joined.map(([begin]) => begin)), Math.max(...joined.map(([, end]) => end))]];
    };
    const unseen = () => 1 - parts.reduce((sum, [begin, end]) => sum + end - begin, 0);
    const least = () => Math.min(text.offsetHeight, LEAST_LINES * parseFloat(getComputedStyle(text).lineHeight));
    const room = () => innerHeight - cut.top - cut.bottom - refusal.offsetHeight - (sticks(bar) ? bar.offsetHeight : 0);
    const seeElsewhere = (share, lineHeight) => {
      for (const line of elsewhere) {
        const rows = [...(text.children[line]?.getClientRects() ?? [])];
        const half = (lineHeight - (rows[0]?.height ?? 0)) / 2; // between the letters and those of the next row
        if (rows.length > 0) see(share(rows[0].top - half), share(rows.at(-1).bottom + half));
      }
    };
    const look = () => {
      if (document.hidden) return;
      const lineHeight = parseFloat(getComputedStyle(text).lineHeight);
      const { top, bottom } = text.getBoundingClientRect();
      const above = Math.max(top, cut.top, refusal.hidden ? 0 : refusal.getBoundingClientRect().bottom);
      const below = Math.min(innerHeight - cut.bottom, bar.getBoundingClientRect().top);
      isShown = bottom <= below + 1 && bottom - above >= least() - 1;
      seen ||= isShown;
      const height = bottom - top;
      const share = (y) => Math.min(1, Math.max(0, (y - top) / height));
      if (below > above && height > 0) see(share(above - 1), share(below + 1));
      if (height > 0) seeElsewhere(share, lineHeight);
      const lines = (part) => Math.floor((part * height) / lineHeight);
      seen ||= elsewhere.length > 0 && lines(unseen()) === 0;
      const isRead = below > above || text.closest('.current') !== null; // a card further down has its turn later
      tellUnseen(isRead ? lines(unseen()) : 0, lines(1));
    };
    /** Whether the end was in sight when the page was last looked at. */
    let isShown = false;
    const show = (block = 'end') => scrollAboveBar(end, bar, block);
    // A higher bar covers the lines that were just above it.
    new ResizeObserver(() => isShown && sticks(bar) && show('nearest')).observe(bar);
    const sawLines = (lines) => {
      elsewhere = lines;
      look();
    };
    return { node: end, look, show, sawLines, wasSeen: () => seen, hasRoom: () => room() >= least() - 1 };
  }

  const readings = new WeakMap();

  /**
   * Its end was not on the screen: it is shown, and the next press counts. Without room for it no press does.
   * `tellUnread` gets the lines that were not on the screen, if the next press counts.
   */
  function guard(id, text, bar, tellUnread = () => {}) {
    const words = element('span');
    const whole = button('Show all of it', () => vscode.postMessage({ id, showAll: true }), 'secondary');
    const refusal = element('p', { class: 'refusal', role: 'alert', hidden: '' }, words, ' ', whole);
    const unseen = element('span');
    const more = element('p', { class: 'more', hidden: '' }, unseen, ' ', button('Open all of it', () => vscode.postMessage({ id, showAll: true }), 'secondary'));
    bar.append(more);
    const end = reading(text, bar, refusal, (lines, all) => {
      more.hidden = lines === 0;
      unseen.textContent = `${lines} of ${all} lines were not on the screen yet: scroll up or down to read them.`;
      tellUnread(end.wasSeen() ? lines : 0);
    });
    let pressed = -Infinity;
    const refuse = (why, offer = false) => {
      words.textContent = why;
      refusal.hidden = false;
      whole.hidden = !offer;
    };
    const approving = (send) => {
      const held = !refusal.hidden && performance.now() - pressed < HELD_MS;
      pressed = performance.now();
      if (held) return;
      edgesChanged(observer.takeRecords());
      end.look();
      if (!end.hasRoom()) return refuse('Not approved: there is no room to read the text. Make this view larger.', true);
      if (end.wasSeen()) return send();
      refuse('Not approved yet: the end of the text was not on the screen. Read it, and approve again.');
      end.show();
    };
    const resized = () => {
      refusal.hidden = true;
      end.look();
    };
    return { refusal, refuse, approving, resized, end: end.node, look: end.look, sawLines: end.sawLines };
  }

  /** Each line is an element. */
  function textOf({ what, command }) {
    const lines = [element('span')];
    for (const [kind, text] of command)
      for (const [place, piece] of text.split('\n').entries()) {
        if (place > 0) {
          lines.at(-1).append('\n');
          lines.push(element('span'));
        }
        if (piece !== '') lines.at(-1).append(element('span', { class: kind }, piece));
      }
    return element('pre', { class: 'command', role: 'group', 'aria-label': what }, ...lines);
  }

  const main = (label, key, onclick, kind = 'secondary') => button(label, onclick, kind, { 'data-key': key, title: `${label} (${key})` });

  /** An agent that wants to connect: each answer is one button. */
  function accessCard({ id, wording, notes, access }) {
    const text = textOf(wording);
    text.classList.add('words');
    const bar = element('div', { class: 'answer' });
    const { refusal, approving, end, ...rest } = guard(id, text, bar);
    const answer = ({ label, key, decision, allows }, place) => {
      const send = () => vscode.postMessage({ id, access: decision });
      return main(label, key, () => (allows ? approving(send) : send()), place === 0 ? 'primary' : 'secondary');
    };
    bar.append(element('div', { class: 'buttons' }, ...access.map(answer)));
    const node = element('section', { 'data-id': id, tabindex: '-1', 'aria-label': wording.name }, refusal, element('p', { class: 'where' }, wording.title), ...paragraphs(notes), text, end, bar);
    readings.set(node, { ...rest, bar, text });
    return node;
  }

  function card(question) {
    if (question.access) return accessCard(question);
    const { id, wording, groups, remember, notes, lasting } = question;
    const send = (result) => vscode.postMessage({ id, result });
    const feedback = element('input', { type: 'text', placeholder: 'Reason for rejecting (Enter rejects)', 'aria-label': 'Reason for rejecting', title: 'Reason for rejecting (R)', 'data-key': 'R', onclick: () => lead(feedback) });
    const withFeedback = (result) => send(feedback.value === '' ? result : { ...result, feedback: feedback.value });
    const bar = element('div', { class: 'answer' });
    const text = textOf(wording);
    let unread = 0;
    const { refusal, refuse, approving, end, ...rest } = guard(id, text, bar, (lines) => {
      unread = lines;
      nameYes();
    });
    const more = choices(remember, (result) => approving(() => withFeedback(result)));
    const editing = wording.edit && editor(wording.edit, bar, { approve: () => approve(), changed: (is) => editChanged(is), edited: (written) => judge(written) });
    const judgement = element('div');
    const judged = (...nodes) => {
      judgement.replaceChildren(...nodes);
      look();
    };
    /** Without a text: it is being written. The verdict comes as a message; there is none on what is typed into a running command. */
    const judge = (written) => {
      if (written === wording.edit.text) return judged(...asAsked());
      if (wording.what !== 'Command') return judged();
      judged(element('p', { class: 'reason' }, 'The verdict on the edited text follows.'));
      if (written !== undefined) vscode.postMessage({ id, edited: written });
    };
    const asAsked = () => [hazardsOf(wording.size, wording.hazards, wording.noEffects), ...verdictsOf({ groups, notes })];
    judgement.append(...asAsked());
    const approve = () => {
      if (!editing?.isOpen()) return approving(() => withFeedback({ decision: 'approve' }));
      if (editing.isEmpty()) return refuse('There is nothing left to run. Escape closes the edit.');
      approving(() => withFeedback(editing.result()));
    };
    const reject = () => withFeedback({ decision: 'reject' });
    const yes = main(wording.yes, 'a', approve, 'primary');
    const no = main(wording.no, 'r', reject);
    const edit = editing && main('Edit', 'e', editing.toggle);
    const always = main('Approve and remember…', 'A', ({ detail: clicks }) => {
      const opens = more.hidden || (clicks === 0 && !more.contains(document.activeElement)); // a key goes back to them
      more.hidden = !opens;
      always.setAttribute('aria-expanded', opens);
      arrange();
      if (opens) lead(more.querySelector('button'));
      else node.focus();
      more.scrollIntoView({ block: 'nearest' });
    });
    always.setAttribute('aria-expanded', false);
    const nameYes = () => {
      const open = editing?.isOpen();
      const lines = unread === 1 ? '1 line' : `${unread} lines`;
      const name = open ? wording.edit.yes : unread > 0 ? `${wording.yes} with ${lines} unread` : wording.yes;
      if (yes.textContent === name) return; // a screen reader would say it again
      yes.textContent = name;
      yes.title = `${name} (${open ? 'Ctrl+Enter' : 'a'})`;
    };
    const editChanged = (open) => {
      nameYes();
      edit.textContent = open ? 'Cancel (Esc)' : 'Edit';
      edit.title = open ? 'Closes the edit; the question stays (Esc)' : 'Edit (e)';
      always.hidden = open; // the rules are about the text as it was
      more.hidden = true;
      always.setAttribute('aria-expanded', false);
      judged(...asAsked());
      vscode.postMessage({ id, editing: open });
    };
    feedback.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !event.isComposing) reject();
    });
    feedback.addEventListener('input', () => {
      for (const [node, first] of [[yes, feedback.value === ''], [no, feedback.value !== '']]) node.className = first ? 'primary' : 'secondary';
    });
    bar.append(element('div', { class: 'buttons' }, yes, ...(remember.length > 0 ? [always] : []), ...(edit ? [edit] : []), no), feedback);
    const node = element(
      'section',
      { 'data-id': id, tabindex: '-1', 'aria-label': wording.name },
      refusal,
      element('p', { class: 'where' }, wording.title),
      judgement,
      ...paragraphs(lasting),
      text,
      end,
      ...(editing ? [editing.node] : []),
      bar,
      more,
    );
    const verdict = ({ judged: written, hazards, noEffects, ...more }) => editing?.isOpen() && editing.text() === written && judged(hazardsOf('The edited text:', hazards, noEffects), ...verdictsOf(more));
    readings.set(node, { ...rest, bar, text, verdict, more });
    return node;
  }

  const find = (id) => questions.querySelector(`section[data-id="${id}"]`);
  const buttonOf = (node, key) => [...(node?.querySelectorAll('[data-key]') ?? [])].find(({ dataset }) => dataset.key === key);

  /** The whole question is in sight, with its answers. Else it is given more room, where there is any: what needs no scrolling is read without a press. */
  const fits = ({ text, bar, more }) => text.getBoundingClientRect().bottom + scrollY + bar.offsetHeight + (more?.offsetHeight ?? 0) <= innerHeight;

  /**
   * Only the first card's answers stay in view while it is scrolled, as those of another one would cover what they are
   * about, and only where there is room for its text beside them: else they are below it.
   */
  function arrange() {
    const [first] = questions.children;
    for (const node of questions.children) {
      const { bar, text } = readings.get(node);
      const room = innerHeight - bar.offsetHeight >= LEAST_LINES * parseFloat(getComputedStyle(text).lineHeight);
      node.classList.toggle('current', node === first && room);
    }
    if (first && !fits(readings.get(first))) vscode.postMessage({ low: true });
    look();
  }
  const look = () => {
    for (const node of questions.children) readings.get(node).look();
  };
  addEventListener('scroll', look, { passive: true });
  addEventListener('resize', () => {
    for (const node of questions.children) readings.get(node).resized();
    arrange();
  });

  /** Trust in the folder changes what is said and offered. */
  function show(question) {
    const known = find(question.id);
    if (known?.dataset.trusted === String(question.trusted)) return;
    const node = card(question);
    node.dataset.trusted = question.trusted;
    if (!known) return questions.append(node);
    vscode.postMessage({ id: question.id, editing: false });
    known.replaceWith(node);
  }

  // Cards stay as they are while their question is pending: somebody may be typing in one.
  function update(pending) {
    const had = document.activeElement?.closest('section');
    for (const node of [...questions.children]) if (!pending.some(({ id }) => id === Number(node.dataset.id))) node.remove();
    for (const question of pending) show(question);
    if (had && !had.isConnected) questions.firstElementChild?.focus();
    arrange();
  }

  addEventListener('message', ({ data }) => {
    if (data.pending) return update(data.pending);
    if (data.key) return buttonOf(find(data.id), data.key)?.click();
    if (data.lead) return place?.focus();
    if (data.seenLines) return readings.get(find(data.id))?.sawLines(data.seenLines);
    if (data.judged !== undefined) return readings.get(find(data.id))?.verdict?.(data);
    find(data.focus)?.focus();
  });
  addEventListener('focus', () => {
    place?.focus();
    place = undefined;
  });

  // One key answers the card that has the focus, where nothing is typed.
  addEventListener('keydown', (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, textarea')) return;
    const edit = event.target.closest?.('section') ? null : questions.querySelector('.edit:not([hidden]) textarea');
    if (edit) return edit.focus(); // the key is typed there
    const pressed = buttonOf(event.target.closest?.('section'), event.key);
    if (!pressed || pressed.hidden) return;
    event.preventDefault(); // the key is no letter for the edit that it opens
    pressed.click();
  });
  addEventListener('focusin', ({ target }) => vscode.postMessage({ focused: Number(target.closest('section')?.dataset.id) || undefined }));
  addEventListener('blur', () => vscode.postMessage({ focused: undefined, left: true }));
  vscode.postMessage({ ready: true });
})();
