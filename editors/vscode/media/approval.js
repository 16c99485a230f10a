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

  /** A screen reader says the verdict with each group, and what each command touches with the command. */
  function group({ verdict, why, commands }) {
    const row = ({ text, hazards }) => element('li', { 'aria-label': [text, ...hazards].join(', ') }, element('code', {}, text), ...tagsOf(hazards));
    const header = element('p', { class: 'verdict' }, element('b', {}, verdict), ` ${why}`);
    return element('div', { class: verdict, role: 'group', 'aria-label': `${verdict}: ${why}` }, header, element('ul', {}, ...commands.map(row)));
  }

  /** While it is open, to approve is to run what stands in it. */
  function editor({ text, ending }, { approve, changed }) {
    const area = element('textarea', { spellcheck: 'false', 'aria-label': 'Command', rows: 6 });
    const node = element('div', { class: 'edit', hidden: '' }, area);
    const open = (is) => {
      node.hidden = !is;
      area.value = text;
      changed(is);
      if (is) area.focus();
      else node.closest('section').focus();
    };
    area.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) approve();
      if (event.key === 'Escape') open(false);
    });
    return { node, toggle: () => open(node.hidden), isOpen: () => !node.hidden, isEmpty: () => area.value.trim() === '', result: () => ({ decision: 'edit', command: area.value + ending }) };
  }

  function choices(remember, choose) {
    const choice = ({ label, name, rule }) => button(label, () => choose({ decision: 'approve', remember: rule }), 'secondary', { 'aria-label': name });
    return element('div', { class: 'choices', role: 'group', 'aria-label': 'Approve and remember' }, ...remember.map((row) => element('div', { class: 'buttons' }, ...row.map(choice))));
  }

  const LOWEST = 20;

  /** Whether the end of the text has been on the screen, above the bar with the answers. */
  function endOf(bar) {
    const node = element('div', { class: 'end' });
    let seen = false;
    const isOnScreen = () => {
      const { top } = bar.getBoundingClientRect();
      const { bottom } = node.getBoundingClientRect();
      const room = top > LOWEST ? Math.min(top, innerHeight) : innerHeight; // a view can be lower than the bar
      return bottom > 0 && bottom <= room + 1;
    };
    const look = () => (seen ||= isOnScreen());
    const show = () => {
      node.style.scrollMarginBottom = `${Math.min(bar.offsetHeight, innerHeight - LOWEST)}px`;
      node.scrollIntoView({ block: 'end' });
    };
    return { node, look, show };
  }

  const ends = new WeakMap();

  function card({ id, wording, groups, remember, notes }) {
    const send = (result) => vscode.postMessage({ id, result });
    const feedback = element('input', { type: 'text', placeholder: 'What the agent should do instead', 'aria-label': 'Feedback' });
    const withFeedback = (result) => send(feedback.value === '' ? result : { ...result, feedback: feedback.value });
    const main = (label, key, onclick, kind = 'secondary') => button(label, onclick, kind, { 'data-key': key, title: `${label} (${key})` });
    const refusal = element('p', { class: 'refusal', role: 'alert', hidden: '' });
    const bar = element('div', { class: 'answer' });
    const end = endOf(bar);
    const refuse = (why) => {
      refusal.textContent = why;
      refusal.hidden = false;
    };
    // What nobody could have read is not approved: it is shown, and the next press counts.
    const approving = (result) => {
      if (end.look()) return withFeedback(result);
      refuse('Not approved yet: the end of the text was not on the screen. Here it is; approve again.');
      end.show();
    };
    const more = choices(remember, approving);
    const editing = wording.edit && editor(wording.edit, { approve: () => approve(), changed: (is) => editChanged(is) });
    const approve = () => {
      if (!editing?.isOpen()) return approving({ decision: 'approve' });
      if (editing.isEmpty()) return refuse('There is nothing left to run. Escape closes the edit.');
      approving(editing.result());
    };
    const yes = main(wording.yes, 'a', approve, 'primary');
    const always = main('Approve and remember…', 'A', () => more.querySelector('button').focus());
    const editChanged = (open) => {
      yes.textContent = open ? wording.edit.yes : wording.yes;
      yes.title = `${yes.textContent} (${open ? 'Ctrl+Enter' : 'a'})`;
      more.hidden = always.hidden = open; // they are about the text as it was
      vscode.postMessage({ id, editing: open });
    };
    bar.append(
      refusal,
      element(
        'div',
        { class: 'buttons' },
        yes,
        ...(remember.length > 0 ? [always] : []),
        ...(editing ? [main('Edit', 'e', editing.toggle)] : []),
        main(wording.no, 'r', () => withFeedback({ decision: 'reject' })),
      ),
      feedback,
    );
    const node = element(
      'section',
      { 'data-id': id, tabindex: '-1', 'aria-label': wording.name },
      element('p', { class: 'where' }, wording.title),
      element('p', { class: 'size' }, wording.size, ...tagsOf(wording.hazards)),
      ...groups.map(group),
      ...notes.map((text) => element('p', { class: 'reason' }, text)),
      element('pre', { class: 'command', role: 'group', 'aria-label': wording.what }, ...wording.command.map(([kind, text]) => element('span', { class: kind }, text))),
      end.node,
      ...(editing ? [editing.node] : []),
      bar,
      more,
    );
    ends.set(node, end);
    return node;
  }

  const find = (id) => questions.querySelector(`section[data-id="${id}"]`);
  const buttonOf = (node, key) => [...(node?.querySelectorAll('[data-key]') ?? [])].find(({ dataset }) => dataset.key === key);

  /** Only the first card's answers stay in view while it is scrolled: those of another one would cover what they are about. */
  function cardsChanged() {
    for (const node of questions.children) node.classList.toggle('current', node === questions.firstElementChild);
    look();
  }
  const look = () => {
    if (document.hidden) return;
    for (const node of questions.children) ends.get(node).look();
  };
  addEventListener('scroll', look, { passive: true });
  addEventListener('resize', look);

  // Cards stay as they are while their question is pending: somebody may be typing in one.
  function update(pending) {
    const had = document.activeElement?.closest('section');
    for (const node of [...questions.children]) if (!pending.some(({ id }) => id === Number(node.dataset.id))) node.remove();
    for (const question of pending) if (!find(question.id)) questions.append(card(question));
    if (had && !had.isConnected) questions.firstElementChild?.focus();
    cardsChanged();
  }

  addEventListener('message', ({ data }) => {
    if (data.pending) return update(data.pending);
    if (data.key) return buttonOf(find(data.id), data.key)?.click();
    find(data.focus)?.focus();
  });

  // One key answers the card that has the focus, where nothing is typed.
  addEventListener('keydown', (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, textarea')) return;
    const pressed = buttonOf(event.target.closest?.('section'), event.key);
    if (!pressed || pressed.hidden) return;
    event.preventDefault(); // the key is no letter for the edit that it opens
    pressed.click();
  });
  addEventListener('focusin', ({ target }) => vscode.postMessage({ focused: Number(target.closest('section')?.dataset.id) || undefined }));
  addEventListener('blur', () => vscode.postMessage({ focused: undefined, left: true }));
  vscode.postMessage({ ready: true });
})();
