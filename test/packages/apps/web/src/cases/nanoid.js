import { customAlphabet, nanoid } from 'nanoid';

export default () => ({
  length: nanoid().length,
  short: nanoid(8).length,
  custom: /^[ab]{12}$/.test(customAlphabet('ab', 12)()),
  unique: new Set(Array.from({ length: 50 }, () => nanoid())).size,
});
