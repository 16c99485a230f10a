// From protocol/openrpc.json: src/protocol.ts, and in package.json the settings and the language model tools.
// usage: node scripts/generate.mjs [--check]     --check: only say whether they are fresh
import { readFileSync, writeFileSync } from 'node:fs';

const document = JSON.parse(readFileSync(new URL('../../../protocol/openrpc.json', import.meta.url), 'utf8'));
const schemas = document.components.schemas;

// --- TypeScript ----------------------------------------------------------------------------------------------------

const nameOf = (reference) => reference.slice(reference.lastIndexOf('/') + 1);

function typeOf(schema) {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ');
  const any = schema.anyOf ?? schema.oneOf;
  if (any) return [...new Set(any.map(typeOf))].join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const types = [schema.type].flat();
  return [...new Set(types.map((type) => simpleType(type, schema)))].join(' | ');
}

function simpleType(type, schema) {
  switch (type) {
    case 'boolean':
    case 'string':
    case 'null':
      return type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `${/\W/.test(typeOf(schema.items)) ? `(${typeOf(schema.items)})` : typeOf(schema.items)}[]`;
    case 'object':
      return `Record<string, ${schema.additionalProperties ? typeOf(schema.additionalProperties) : 'unknown'}>`;
    default:
      return 'unknown';
  }
}

function interfaceOf([name, schema]) {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([field, type]) => [
    ...(type.description ? [`  /** ${type.description} */`] : []),
    `  ${field}${required.has(field) ? '' : '?'}: ${typeOf(type)};`,
  ]);
  return fields.length === 0 ? `export type ${name} = Record<string, never>;` : `export interface ${name} {\n${fields.join('\n')}\n}`;
}

function methodTable(name, directions, kind) {
  const rows = document.methods
    .filter((method) => method['x-kind'] === kind && directions.includes(method['x-direction']))
    .map((method) => {
      const params = method['x-params'] ? typeOf(method['x-params']) : 'undefined';
      const type = kind === 'request' ? `{ params: ${params}; result: ${typeOf(method.result.schema)} }` : params;
      return `  '${method.name}': ${type};`;
    });
  return `export interface ${name} {\n${rows.join('\n')}\n}`;
}

function protocolSource() {
  return [
    '// Generated from protocol/openrpc.json by scripts/generate.mjs.',
    ...Object.entries(schemas).map(interfaceOf),
    '// The settings that a workspace may set; all others are the user\'s alone.',
    `export const projectSettings = ${JSON.stringify(document['x-projectSettings']).replaceAll('"', "'").replaceAll(',', ', ')} as const satisfies readonly (keyof Settings)[];`,
    '// What the extension asks and tells the server.',
    methodTable('ServerRequests', ['toServer', 'both'], 'request'),
    methodTable('ServerNotifications', ['toServer', 'both'], 'notification'),
    '// What the server asks and tells the extension.',
    methodTable('ClientRequests', ['toClient', 'both'], 'request'),
    methodTable('ClientNotifications', ['toClient', 'both'], 'notification'),
  ].join('\n\n') + '\n';
}

// --- package.json --------------------------------------------------------------------------------------------------

// The pages of the settings, as a user looks for them: first the settings that most people change, workarounds last.
const groups = [
  ['Approval', ['allowedCommands', 'askedCommands', 'deniedCommands', 'builtinRules', 'secretFiles', 'sandbox', 'autoApprove', 'askIn']],
  ['Terminals', ['terminals', 'showTerminal', 'maxTerminals', 'warmShells', 'keepTerminals', 'fallback', 'ownedColumns', 'ownedRows']],
  ['Notifications and status bar', ['progressAfter', 'statusBar']],
  ['Results for agents', ['outputPreviewSize', 'compact', 'compressProgressBar', 'yieldOnInput', 'callPatience', 'commandExecutionTimeout', 'commandTimeoutAllowlist']],
  ['Secrets', ['hideSecrets', 'secretVariables', 'secretPrefixes']],
  ['Kept outputs', ['storageDir', 'artifactMaxBytes', 'storageMaxBytes', 'storageMinFreeBytes', 'recordRaw']],
  ['Server', ['server.path', 'server.arguments', 'server.environment']],
  ['Workarounds for shells', ['shellIntegrationTimeout', 'commandDelay', 'powershellCounter', 'zshClearEolMark', 'zshOhMy', 'zshP10k', 'zdotdir']],
];

// A text for each choice of a setting of the server.
const choices = {
  terminals: {
    auto: "VS Code's terminals if their shell integration works, else terminals that termhost runs.",
    mirrored: "VS Code's terminals; termhost's own only if there is no shell integration at all.",
    owned: 'Always terminals that termhost runs itself and VS Code shows.',
  },
  showTerminal: {
    never: 'Only when you ask for it.',
    whenPassword: 'When the command asks for a password or another secret. An agent may type a secret only after you have agreed.',
    whenWaiting: 'When the command waits for any input.',
    whenLong: 'When the command waits for any input, or has run for ten seconds.',
  },
  fallback: {
    owned: 'Run the command in a terminal of termhost.',
    plain: "Type the command into the editor's terminal. The agent then gets no exit code and no output.",
  },
  builtinRules: {
    none: 'No command runs without a rule of yours.',
    readOnly: 'Commands that are proven to be read-only and to read no secret file run without a question.',
  },
  outputPreviewSize: {
    small: 'At most 2 KB of a long output.',
    medium: 'At most 4 KB of a long output.',
    large: 'At most 8 KB of a long output.',
  },
};

// A workspace's settings.json, which an agent may write, sets how results look. What widens what runs is the user's own;
// limits of the storage may differ from machine to machine.
const machine = ['artifactMaxBytes', 'storageMaxBytes', 'storageMinFreeBytes'];
const scopeOf = (name) => (document['x-projectSettings'].includes(name) ? 'resource' : machine.includes(name) ? 'machine' : 'application');

function settingOf([name, schema]) {
  const { description, allOf, ...own } = schema;
  const { required, ...whole } = allOf ? resolved(allOf[0]) : {};
  const rest = { ...whole, ...own };
  const texts = rest.enum && { enumDescriptions: rest.enum.map((value) => choices[name]?.[value] ?? missing(`a text for the choice ${value} of ${name}`)) };
  const deprecated = description.startsWith('Deprecated: ') ? { markdownDeprecationMessage: description } : {};
  return { scope: scopeOf(name), ...rest, ...texts, markdownDescription: description, ...deprecated };
}

function missing(what) {
  throw new Error(`editors/vscode/scripts/generate.mjs lacks ${what}`);
}

/** The settings of VS Code alone stay as they are in the manifest. */
function configurationOf(manifest) {
  const own = Object.assign({}, ...manifest.contributes.configuration.map(({ properties }) => properties));
  const wire = schemas.Settings.properties;
  const unplaced = Object.keys(wire).filter((name) => !groups.some(([, names]) => names.includes(name)));
  if (unplaced.length > 0) missing(`a group for ${unplaced}`);
  let order = 0;
  const property = (name) => {
    const setting = name in wire ? settingOf([name, wire[name]]) : (own[`termhost.${name}`] ?? missing(`the setting ${name} in package.json`));
    return [`termhost.${name}`, { ...setting, order: ++order }];
  };
  return groups.map(([title, names], place) => ({ title, order: place + 1, properties: Object.fromEntries(names.map(property)) }));
}

function resolved(schema) {
  return schema.$ref ? schemas[nameOf(schema.$ref)] : schema;
}

// A description beside a reference needs the reference to stand in allOf; who reads the manifest follows none.
const inlined = ({ allOf: [one] = [{}], ...schema }) => ({ ...resolved(one), ...schema });

function withInlined(schema) {
  return { ...schema, properties: Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, property]) => [name, inlined(property)])) };
}

function toolOf(tool) {
  return {
    name: `termhost_${tool.name}`,
    displayName: tool.title,
    modelDescription: tool.description,
    userDescription: tool.title,
    toolReferenceName: `termhost_${tool.name}`,
    canBeReferencedInPrompt: true,
    icon: '$(terminal)',
    tags: ['terminal', 'shell'],
    inputSchema: withInlined(resolved(tool.arguments)),
  };
}

function manifestSource(old) {
  const manifest = JSON.parse(old);
  manifest.contributes.configuration = configurationOf(manifest);
  manifest.contributes.languageModelTools = document['x-tools'].map(toolOf);
  return JSON.stringify(manifest, null, 2) + '\n';
}

// -------------------------------------------------------------------------------------------------------------------

const here = (path) => new URL(`../${path}`, import.meta.url);
const outputs = [
  ['src/protocol.ts', protocolSource],
  ['package.json', manifestSource],
];
let stale = false;
for (const [path, make] of outputs) {
  let old = '';
  try {
    old = readFileSync(here(path), 'utf8');
  } catch {
    // not generated yet
  }
  const fresh = make(old);
  if (fresh === old) continue;
  stale = true;
  if (process.argv.includes('--check')) console.error(`editors/vscode/${path} is not what protocol/openrpc.json says; run scripts/generate`);
  else writeFileSync(here(path), fresh);
}
if (stale && process.argv.includes('--check')) process.exit(1);
