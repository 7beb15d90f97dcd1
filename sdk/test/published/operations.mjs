/**
 * The operations that the vendor's client can send, and the form of their bodies. The vendor generates the client from
 * the published documents of the CRM's API.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const codegen = path.join(path.dirname(require.resolve('@hubspot/api-client/package.json')), 'lib/codegen');

/**
 * Returns the operations, each with its method, a pattern of its paths, the names of its query parameters, and the type
 * of its body, if it has one.
 */
export function publishedOperations() {
  const files = readdirSync(codegen, { recursive: true }).filter((file) => /(^|\/)apis\/\w+Api\.js$/.test(file));
  return files.flatMap((file) => operationsOf(path.join(codegen, file)));
}

function operationsOf(file) {
  const models = path.join(path.dirname(file), '../models');
  const [, ...bodies] = readFileSync(file, 'utf8').split('const localVarPath = ');
  return bodies.map((text) => {
    const [, template] = /^'(.*?)'/.exec(text);
    return {
      method: /HttpMethod\.(\w+)/.exec(text)[1],
      template,
      path: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
      query: Array.from(text.matchAll(/(?:set|append)QueryParam\("(\w+)"/g), ([, name]) => name),
      body: /serializedBody = .*?\.serialize\(\w+, "(.*?)", ""\)/.exec(text)?.[1],
      models,
    };
  });
}

/** Returns how a body differs from the type of the operation's body. */
export function differencesOf({ body, models }, value) {
  return body === undefined ? (value === undefined ? [] : ['has a body']) : compare(models, body, value, 'body');
}

/** Returns how a value differs from a type in the notation of the generator. */
function compare(models, type, value, at) {
  const wrong = [`${at} is ${JSON.stringify(value)}, expected ${type}`];
  const [, item] = /^Array<(.*)>$/.exec(type) ?? [];
  const [, member] = /^\{ \[key: string\]: (.*); \}$/.exec(type) ?? [];
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (item !== undefined) {
    return Array.isArray(value) ? value.flatMap((one, i) => compare(models, item, one, `${at}[${i}]`)) : wrong;
  }
  if (member !== undefined) {
    return isObject
      ? Object.entries(value).flatMap(([name, one]) => compare(models, member, one, `${at}.${name}`))
      : wrong;
  }
  if (['string', 'number', 'boolean'].includes(type)) {
    return typeof value === type ? [] : wrong;
  }
  if (type === 'any') {
    return [];
  }
  const model = modelOf(models, type);
  if (typeof model.getAttributeTypeMap !== 'function') {
    return Object.values(model).includes(value) ? [] : wrong;
  }
  return isObject ? compareMembers(models, model, value, at) : wrong;
}

function compareMembers(models, model, value, at) {
  const attributes = model.getAttributeTypeMap();
  const required = requiredMembers(models, model.name);
  const differences = attributes.flatMap(({ name, baseName, type }) =>
    value[baseName] === undefined
      ? required.has(name)
        ? [`${at} lacks ${baseName}`]
        : []
      : compare(models, type, value[baseName], `${at}.${baseName}`),
  );
  const unknown = Object.keys(value).filter((name) => !attributes.some(({ baseName }) => baseName === name));
  return [...differences, ...unknown.map((name) => `${at} has ${name}, which ${model.name} lacks`)];
}

/** Returns the class of a model, or the values of an enumeration, which is in the file of the model that has it. */
function modelOf(models, type) {
  return require(path.join(models, 'all.js'))[type];
}

/** Returns the members that a model always has. The declarations of its types tell, its class does not. */
function requiredMembers(models, name) {
  const text = readFileSync(path.join(models, `${name}.d.ts`), 'utf8');
  return new Set(Array.from(text.matchAll(/^ {4}'(\w+)': /gm), ([, member]) => member));
}
