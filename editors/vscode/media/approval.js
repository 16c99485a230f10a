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

  function card({ id, question }) {
    const send = (result) => vscode.postMessage({ id, result });
    const feedback = element('input', { type: 'text', placeholder: 'What the agent should do instead', 'aria-label': 'Feedback' });
    const withFeedback = (result) => send(feedback.value === '' ? result : { ...result, feedback: feedback.value });
    const text = element('textarea', { spellcheck: 'false', 'aria-label': 'Command', rows: 6 });
    text.value = question.command;
    const edit = element(
      'div',
      { class: 'edit', hidden: '' },
      text,
      button('Run the edited command', () => withFeedback({ decision: 'edit', command: text.value }), 'primary'),
    );
    const startEdit = () => {
      edit.hidden = !edit.hidden;
      if (!edit.hidden) text.focus();
    };
    const always = question.suggestions.map((prefix) =>
      button(`Always allow ${prefix}`, () => send({ decision: 'approve', remember: { list: 'allowed', prefix } }), 'secondary'),
    );
    return element(
      'section',
      { 'data-id': id, 'aria-label': 'Command that waits for approval' },
      element('p', { class: 'where' }, `An agent wants to run this in ${question.cwd} (${question.shell})`),
      element('pre', { class: 'command' }, question.command),
      element('ul', {}, ...question.commands.map(part)),
      ...(question.reason ? [element('p', { class: 'reason' }, question.reason)] : []),
      element(
        'div',
        { class: 'buttons' },
        button('Approve', () => withFeedback({ decision: 'approve' }), 'primary'),
        button('Edit', startEdit, 'secondary'),
        button('Reject', () => withFeedback({ decision: 'reject' }), 'secondary'),
        ...always,
      ),
      edit,
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
