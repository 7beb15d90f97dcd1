import { NIL, parse, stringify, v3, v4, v5, v7, validate, version } from 'uuid';

export default () => ({
  valid: [validate(v4()), version(v4()), version(v7()), validate('nope')],
  named: [v3('name', v5.DNS), v5('name', v5.DNS)],
  bytes: stringify(parse('6ba7b810-9dad-11d1-80b4-00c04fd430c8')),
  unique: new Set(Array.from({ length: 20 }, () => v4())).size,
  nil: NIL,
});
