// From protocol/openrpc.json: lua/termhost/types.lua for language servers, lua/termhost/schema.lua for the plugin itself.
// usage: node scripts/generate.mjs [--check]     --check: only say whether they are fresh
import { readFileSync, writeFileSync } from 'node:fs';

const document = JSON.parse(readFileSync(new URL('../../../protocol/openrpc.json', import.meta.url), 'utf8'));
const schemas = document.components.schemas;
const nameOf = (reference) => reference.slice(reference.lastIndexOf('/') + 1);
const resolved = (schema) => (schema.$ref ? schemas[nameOf(schema.$ref)] : schema);
// A description beside a reference needs the reference to stand in allOf.
const inlined = ({ allOf: [one] = [{}], ...schema }) => ({ ...resolved(one), ...schema });
const withInlined = ({ properties = {}, ...schema }) => ({ ...schema, properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, inlined(property)])) });

// --- LuaCATS ---------------------------------------------------------------------------------------------------------

const simple = { boolean: 'boolean', string: 'string', null: 'nil', number: 'number', integer: 'integer' };

function typeOf(schema) {
  if (schema.$ref) return `termhost.${nameOf(schema.$ref)}`;
  const any = schema.allOf ?? schema.anyOf ?? schema.oneOf;
  if (any) return [...new Set(any.map(typeOf))].join('|');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join('|');
  return [...new Set([schema.type].flat().map((type) => namedType(type, schema)))].join('|');
}

function namedType(type, schema) {
  if (type === 'array') return `${typeOf(schema.items).includes('|') ? `(${typeOf(schema.items)})` : typeOf(schema.items)}[]`;
  if (type === 'object') return `table<string, ${schema.additionalProperties ? typeOf(schema.additionalProperties) : 'any'}>`;
  return simple[type] ?? 'any';
}

function classOf([name, schema]) {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(([field, type]) => {
    const optional = required.has(field) ? '' : '?';
    return `---@field ${field}${optional} ${typeOf(type)}${type.description ? ` ${type.description}` : ''}`;
  });
  return [`---@class termhost.${name}`, ...fields].join('\n');
}

function methodNames(alias, directions, kind) {
  const rows = document.methods.filter((method) => method['x-kind'] === kind && directions.includes(method['x-direction']));
  return [`---@alias ${alias}`, ...rows.map(({ name, summary }) => `---| '${name}' # ${summary}`)].join('\n');
}

function types() {
  return [
    '---@meta\n-- Generated from protocol/openrpc.json by scripts/generate.mjs.',
    ...Object.entries(schemas).map(classOf),
    methodNames('termhost.ServerRequest', ['toServer', 'both'], 'request'),
    methodNames('termhost.ServerNotification', ['toServer', 'both'], 'notification'),
    methodNames('termhost.ClientRequest', ['toClient', 'both'], 'request'),
    methodNames('termhost.ClientNotification', ['toClient', 'both'], 'notification'),
  ].join('\n\n') + '\n';
}

// --- data ------------------------------------------------------------------------------------------------------------

const isName = (key) => /^[A-Za-z_]\w*$/.test(key) && key !== 'until';  // a word of Lua's

function quoted(text) {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return escaped.includes("'") && !escaped.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

function lua(value, indent = '') {
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value !== 'object') return String(value);
  const inner = `${indent}  `;
  const rows = Array.isArray(value)
    ? value.map((item) => lua(item, inner))
    : Object.entries(value).map(([key, item]) => `${isName(key) ? key : `[${quoted(key)}]`} = ${lua(item, inner)}`);
  if (rows.length === 0) return Array.isArray(value) ? '{}' : 'vim.empty_dict()';
  return `{\n${rows.map((row) => `${inner}${row},\n`).join('')}${indent}}`;
}

const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function settingOf([name, schema]) {
  const { type, enum: values, minimum, maximum, description } = { ...resolved(schema.allOf?.[0] ?? {}), ...resolved(schema) };
  return [snake(name), { name, type: values ? 'string' : type, values, minimum, maximum, description }];
}

const withoutGaps = (value) => JSON.parse(JSON.stringify(value));

function schema() {
  const settings = Object.fromEntries(Object.entries(schemas.Settings.properties).map(settingOf));
  const tools = document['x-tools'].map(({ name, title, description, arguments: input }) => {
    const { type, properties, required } = withInlined(resolved(input));
    return { name, title, description, input: { type: type ?? 'object', properties: properties ?? {}, required: required ?? [] } };
  });
  return [
    '-- Generated from protocol/openrpc.json by scripts/generate.mjs.',
    'local M = {}',
    '--- The settings that the server acts on, by the names that setup() takes.',
    `M.settings = ${lua(withoutGaps(settings))}`,
    '--- The tools for agents, in the order of the protocol.',
    `M.tools = ${lua(withoutGaps(tools))}`,
    'return M',
  ].join('\n\n').replace(/(---[^\n]*)\n\n/g, '$1\n') + '\n';
}

// ---------------------------------------------------------------------------------------------------------------------

const outputs = { 'lua/termhost/types.lua': types, 'lua/termhost/schema.lua': schema };
const check = process.argv.includes('--check');
for (const [path, make] of Object.entries(outputs)) {
  const file = new URL(`../${path}`, import.meta.url);
  let old = '';
  try {
    old = readFileSync(file, 'utf8');
  } catch {
    // not generated yet
  }
  const fresh = make();
  if (fresh === old) continue;
  if (!check) writeFileSync(file, fresh);
  else {
    console.error(`editors/neovim/${path} is not what protocol/openrpc.json says; run scripts/generate`);
    process.exitCode = 1;
  }
}
