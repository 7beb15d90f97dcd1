// Compares what the vendor's client receives with its models, which the vendor generates from the published documents of
// the CRM's API. Require it before the client.

const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

/** Differences from the models, and the models that were compared. */
const differences = new Set();
const compared = new Set();

const load = Module._load;
Module._load = (request, parent, ...rest) => {
  const loaded = load(request, parent, ...rest);
  if (request.endsWith('/ObjectSerializer') && !watched.has(loaded.ObjectSerializer)) {
    watch(loaded, path.dirname(Module._resolveFilename(request, parent)));
  }
  return loaded;
};

const watched = new Set();

function watch(models, folder) {
  const { ObjectSerializer } = models;
  const { deserialize } = ObjectSerializer;
  watched.add(ObjectSerializer);
  // It calls itself for nested models.
  ObjectSerializer.deserialize = (data, type, format) => {
    const model = models[type === 'Error' ? 'ModelError' : type];
    if (typeof model?.getAttributeTypeMap === 'function' && data !== undefined && data !== null) {
      const name = `${path.relative(codegen, path.dirname(folder))} ${model.name}`;
      compared.add(name);
      compare({ models, folder, model }, data).forEach((what) => differences.add(`${name} ${what}`));
    }
    return deserialize.call(ObjectSerializer, data, type, format);
  };
}

/** Returns how the members of an object differ from those of its model. A null is no difference. */
function compare({ models, folder, model }, data) {
  if (typeof data !== 'object' || Array.isArray(data)) {
    return [`is ${JSON.stringify(data)}, expected an object`];
  }
  const attributes = new Map(model.getAttributeTypeMap().map((one) => [one.baseName, one]));
  const differs = [];
  for (const [name, value] of Object.entries(data)) {
    const { type } = attributes.get(name) ?? {}; // the documents permit other members
    if (type !== undefined && value !== null && !matches(models, type, value)) {
      differs.push(`has ${name} ${JSON.stringify(value)}, expected ${type}`);
    }
  }
  const required = requiredOf(folder, model);
  const missing = [...attributes].filter(([name, one]) => required.has(one.name) && data[name] === undefined);
  return [...differs, ...missing.map(([name]) => `lacks ${JSON.stringify(name)}`)];
}

const codegen = path.join(path.dirname(require.resolve('@hubspot/api-client/package.json')), 'lib/codegen');
const requiredMembers = new Map();

/** Returns the members that a model always has. The declarations of types say so, its class does not. */
function requiredOf(folder, { name }) {
  const file = path.join(folder, `${name}.d.ts`);
  if (!requiredMembers.has(file)) {
    const members = fs.readFileSync(file, 'utf8').matchAll(/^ {4}'(\w+)': /gm);
    requiredMembers.set(file, new Set(Array.from(members, ([, member]) => member)));
  }
  return requiredMembers.get(file);
}

/** Reports whether a value has a type of the generator's notation. Nested models are compared on their own. */
function matches(models, type, value) {
  const [, item] = /^Array<(.*)>$/.exec(type) ?? [];
  const [, entry] = /^\{ \[key: string\]: (.*); \}$/.exec(type) ?? [];
  if (item !== undefined) {
    return Array.isArray(value) && value.every((one) => matches(models, item, one));
  }
  if (entry !== undefined) {
    const entries = typeof value === 'object' && !Array.isArray(value) ? Object.values(value) : [undefined];
    return entries.every((one) => (one === null && entry.endsWith('| null')) || matches(models, entry, one));
  }
  const plain = type.replace(/ \| null$/, '');
  if (plain === 'Date') {
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));
  }
  if (['string', 'number', 'boolean'].includes(plain)) {
    return typeof value === plain;
  }
  const named = models[plain];
  return typeof named === 'object' ? Object.values(named).includes(value) : typeof value === 'object' || plain === 'any';
}

module.exports = { differences, compared };
