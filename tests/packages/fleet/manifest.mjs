// Checks the manifest of docs/examples against Kubernetes' own types: each field is known to them, and has a value of its type.
// usage: node manifest.mjs PACKAGES MANIFEST
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [packages, manifest] = process.argv.slice(2);
const require = createRequire(`${packages}/`);
const { load } = require('js-yaml');
const { Pod } = require('kubernetes-models/v1/Pod');

const written = load(readFileSync(manifest, 'utf8'));
new Pod(written).validate();

// A check that finds nothing proves nothing.
const wrong = structuredClone(written);
wrong.spec.containers[0].command = 'sleep infinity';
assert.throws(() => new Pod(wrong).validate());
delete wrong.spec.containers;
assert.throws(() => new Pod(wrong).validate());
console.log(`${manifest}: a ${written.kind} as Kubernetes wants it`);
