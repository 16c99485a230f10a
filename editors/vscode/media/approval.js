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

  const button = (label, onclick, kind) => element('button', { onclick, class: kind, type: 'button' }, label);

  function part(command) {
    return element(
      'li',
      { class: command.verdict },
      element('span', { class: 'verdict' }, command.verdict),
      element('code', {}, command.text),
      element('span', { class: 'reason' }, command.reason),
    );
  }

  function editor({ text, ending, yes }, send) {
    const area = element('textarea', { spellcheck: 'false', 'aria-label': 'Command', rows: 6 });
    area.value = text;
    return element('div', { class: 'edit', hidden: '' }, area, button(yes, () => send({ decision: 'edit', command: area.value + ending }), 'primary'));
  }

  function card({ id, question, wording, note }) {
    const send = (result) => vscode.postMessage({ id, result });
    const feedback = element('input', { type: 'text', placeholder: 'What the agent should do instead', 'aria-label': 'Feedback' });
    const withFeedback = (result) => send(feedback.value === '' ? result : { ...result, feedback: feedback.value });
    const edit = wording.edit && editor(wording.edit, withFeedback);
    const startEdit = () => {
      edit.hidden = !edit.hidden;
      if (!edit.hidden) edit.querySelector('textarea').focus();
    };
    const always = question.suggestions.map((prefix) =>
      button(`Approve, and always allow \`${prefix}\``, () => send({ decision: 'approve', remember: { list: 'allowed', prefix } }), 'secondary'),
    );
    return element(
      'section',
      { 'data-id': id, 'aria-label': 'Question that waits for your answer' },
      element('p', { class: 'where' }, wording.title),
      element('pre', { class: 'command' }, wording.command),
      element('ul', {}, ...question.commands.map(part)),
      ...[question.reason, note].filter(Boolean).map((text) => element('p', { class: 'reason' }, text)),
      element(
        'div',
        { class: 'buttons' },
        button(wording.yes, () => withFeedback({ decision: 'approve' }), 'primary'),
        ...(edit ? [button('Edit', startEdit, 'secondary')] : []),
        button(wording.no, () => withFeedback({ decision: 'reject' }), 'secondary'),
        ...always,
      ),
      ...(edit ? [edit] : []),
      feedback,
    );
  }

  // Cards stay as they are while their question is pending: somebody may be typing in one.
  addEventListener('message', ({ data }) => {
    const known = new Map([...questions.children].map((node) => [Number(node.dataset.id), node]));
    for (const [id, node] of known) if (!data.some((pending) => pending.id === id)) node.remove();
    for (const pending of data) if (!known.has(pending.id)) questions.append(card(pending));
  });
  vscode.postMessage({ ready: true });
})();
