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

  function group({ verdict, why, commands }) {
    const tags = (hazards) => hazards.map((hazard) => element('span', { class: 'hazard' }, hazard));
    const row = ({ text, hazards }) => element('li', {}, element('code', {}, text), ...tags(hazards));
    const header = element('p', { class: 'verdict' }, element('b', {}, verdict), ` ${why}`);
    return element('div', { class: verdict }, header, element('ul', {}, ...commands.map(row)));
  }

  function editor({ text, ending, yes }, send) {
    const area = element('textarea', { spellcheck: 'false', 'aria-label': 'Command', rows: 6 });
    area.value = text;
    const done = () => send({ decision: 'edit', command: area.value + ending });
    area.addEventListener('keydown', (event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && done());
    return element('div', { class: 'edit', hidden: '' }, area, button(yes, done, 'primary', { title: 'Ctrl+Enter' }));
  }

  function choices(remember, send) {
    const choose = ({ label, name, rule }) => button(label, () => send({ decision: 'approve', remember: rule }), 'secondary', { 'aria-label': name });
    return element('div', { class: 'choices' }, ...remember.map((row) => element('div', { class: 'buttons' }, ...row.map(choose))));
  }

  function card({ id, wording, groups, remember, notes }) {
    const send = (result) => vscode.postMessage({ id, result });
    const feedback = element('input', { type: 'text', placeholder: 'What the agent should do instead', 'aria-label': 'Feedback' });
    const withFeedback = (result) => send(feedback.value === '' ? result : { ...result, feedback: feedback.value });
    const edit = wording.edit && editor(wording.edit, withFeedback);
    const startEdit = () => {
      edit.hidden = !edit.hidden;
      if (!edit.hidden) edit.querySelector('textarea').focus();
    };
    const more = choices(remember, send);
    const main = (label, key, onclick, kind = 'secondary') => button(label, onclick, kind, { 'data-key': key, title: `${label} (${key})` });
    return element(
      'section',
      { 'data-id': id, tabindex: '-1', 'aria-label': wording.name },
      element('p', { class: 'where' }, wording.title),
      element('pre', { class: 'command' }, ...wording.command.map(([kind, text]) => element('span', { class: kind }, text))),
      ...groups.map(group),
      ...notes.map((text) => element('p', { class: 'reason' }, text)),
      more,
      ...(edit ? [edit] : []),
      element(
        'div',
        { class: 'answer' },
        element(
          'div',
          { class: 'buttons' },
          main(wording.yes, 'a', () => withFeedback({ decision: 'approve' }), 'primary'),
          ...(edit ? [main('Edit', 'e', startEdit)] : []),
          main(wording.no, 'r', () => withFeedback({ decision: 'reject' })),
          ...(remember.length > 0 ? [main('Always…', 'A', () => more.querySelector('button').focus())] : []),
        ),
        feedback,
      ),
    );
  }

  const find = (id) => questions.querySelector(`section[data-id="${id}"]`);
  const press = (node, key) => [...(node?.querySelectorAll('[data-key]') ?? [])].find(({ dataset }) => dataset.key === key)?.click();

  // Cards stay as they are while their question is pending: somebody may be typing in one.
  function update(pending) {
    const had = document.activeElement?.closest('section');
    for (const node of [...questions.children]) if (!pending.some(({ id }) => id === Number(node.dataset.id))) node.remove();
    for (const question of pending) if (!find(question.id)) questions.append(card(question));
    if (had && !had.isConnected) questions.firstElementChild?.focus();
  }

  addEventListener('message', ({ data }) => {
    if (data.pending) return update(data.pending);
    if (data.key) return press(find(data.id), data.key);
    find(data.focus)?.focus();
  });

  // One key answers the card that has the focus, where nothing is typed.
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, textarea')) return;
    press(event.target.closest?.('section'), event.key);
  });
  addEventListener('focusin', ({ target }) => vscode.postMessage({ focused: Number(target.closest('section')?.dataset.id) || undefined }));
  addEventListener('blur', () => vscode.postMessage({ focused: undefined, left: true }));
  vscode.postMessage({ ready: true });
})();
