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

/** Returns how an answer differs from its type. Answers may have other members, and nulls. */
export function answerDifferencesOf({ answer, models }, value) {
  const isExcused = (what) => / has \w+, which \w+ lacks$| is null, expected /.test(what);
  return compare(models, answer, value, 'answer').filter((what) => !isExcused(what));
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
  if (type === 'Date') {
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? [] : wrong;
  }
  if (type === 'any') {
    return [];
  }
  const { name, values, members } = modelOf(models, type);
  if (values !== undefined) {
    return values.includes(value) ? [] : wrong;
  }
  return isObject ? compareMembers({ models, name, members }, value, at) : wrong;
}

function compareMembers({ models, name, members }, value, at) {
  const differences = members.flatMap(([member, type, isRequired]) =>
    value[member] === undefined
      ? isRequired
        ? [`${at} lacks ${member}`]
        : []
      : compare(models, type, value[member], `${at}.${member}`),
  );
  const unknown = Object.keys(value).filter((one) => !members.some(([member]) => one === member));
  return [...differences, ...unknown.map((one) => `${at} has ${one}, which ${name} lacks`)];
}

/**
 * Returns the values of an enumeration, or the members of a model with their types and whether they are required.
 * @param models the types by name, or the folder of the client's classes
 */
function modelOf(models, name) {
  if (typeof models !== 'string') {
    const type = models[name];
    return Array.isArray(type)
      ? { name, values: type }
      : { name, members: Object.entries(type).map(([key, of]) => [key.replace('?', ''), of, !key.endsWith('?')]) };
  }
  const model = require(path.join(models, 'all.js'))[name]; // an enumeration is in the file of the model that has it
  if (typeof model.getAttributeTypeMap !== 'function') {
    return { name, values: Object.values(model) };
  }
  const required = requiredMembers(models, model.name);
  const members = model.getAttributeTypeMap().map((one) => [one.baseName, one.type, required.has(one.name)]);
  return { name: model.name, members };
}

/** Returns the members that a model always has. The declarations of its types tell, its class does not. */
function requiredMembers(models, name) {
  const text = readFileSync(path.join(models, `${name}.d.ts`), 'utf8');
  return new Set(Array.from(text.matchAll(/^ {4}'(\w+)': /gm), ([, member]) => member));
}
