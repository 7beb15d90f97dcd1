// Intl.PluralRules, RelativeTimeFormat and ListFormat for English.
(function (_, { pick, optionsOf, localeOf, named, joined }, NumberFormat) {
  class PluralRules {
    #type;
    #number;
    #locale;
    constructor(locales, given) {
      const o = optionsOf(given);
      this.#locale = localeOf(locales, 'Intl.PluralRules');
      this.#type = pick(o, 'type', ['cardinal', 'ordinal'], 'cardinal');
      this.#number = new NumberFormat('en', { ...o, style: 'decimal' });
    }
    select(given) {
      const n = Number(given);
      if (this.#type === 'cardinal') return this.#number.format(n).replace('-', '') === '1' ? 'one' : 'other';
      const [ten, hundred] = [Math.abs(n) % 10, Math.abs(n) % 100];
      if (ten === 1 && hundred !== 11) return 'one';
      if (ten === 2 && hundred !== 12) return 'two';
      return ten === 3 && hundred !== 13 ? 'few' : 'other';
    }
    resolvedOptions() {
      const { minimumIntegerDigits, minimumFractionDigits, maximumFractionDigits } = this.#number.resolvedOptions();
      const pluralCategories = this.#type === 'cardinal' ? ['one', 'other'] : ['few', 'one', 'two', 'other'];
      return {
        locale: this.#locale,
        type: this.#type,
        minimumIntegerDigits,
        minimumFractionDigits,
        maximumFractionDigits,
        pluralCategories,
      };
    }
  }

  const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
  const SHORT = {
    second: 'sec.',
    minute: 'min.',
    hour: 'hr.',
    week: 'wk.',
    month: 'mo.',
    quarter: 'qtr.',
    year: 'yr.',
  };
  const NARROWEST = { second: 's', minute: 'm', hour: 'h', day: 'd', week: 'w', month: 'mo', quarter: 'q', year: 'y' };
  const DAYS = { '-1': 'yesterday', 0: 'today', 1: 'tomorrow' };
  class RelativeTimeFormat {
    #o;
    #number = new NumberFormat('en');
    constructor(locales, given) {
      const o = optionsOf(given);
      const locale = localeOf(locales, 'Intl.RelativeTimeFormat');
      this.#o = {
        locale,
        style: pick(o, 'style', ['long', 'short', 'narrow'], 'long'),
        numeric: pick(o, 'numeric', ['always', 'auto'], 'always'),
        numberingSystem: 'latn',
      };
    }
    resolvedOptions() {
      return { ...this.#o };
    }
    format(value, unit) {
      return joined(this.formatToParts(value, unit));
    }
    formatToParts(given, givenUnit) {
      const value = Number(given);
      const unit = `${givenUnit}`.replace(/s$/, '');
      if (!UNITS.includes(unit)) throw new RangeError(`Invalid unit argument for format() '${givenUnit}'`);
      if (!Number.isFinite(value)) throw new RangeError('Invalid number value');
      const word = this.#o.numeric === 'auto' ? this.#word(value, unit) : undefined;
      if (word !== undefined) return [{ type: 'literal', value: word }];
      const isPast = value < 0 || Object.is(value, -0);
      const size = Math.abs(value);
      const number = this.#number.formatToParts(size).map((part) => ({ ...part, unit }));
      const name = this.#name(unit, size === 1);
      return isPast
        ? [...number, { type: 'literal', value: `${name} ago` }]
        : [{ type: 'literal', value: 'in ' }, ...number, { type: 'literal', value: name }];
    }
    #name(unit, isOne) {
      const { style } = this.#o;
      if (style === 'narrow') return NARROWEST[unit];
      const short = style === 'short' ? SHORT[unit] : undefined;
      if (short === undefined) return isOne ? ` ${unit}` : ` ${unit}s`;
      return ` ${unit === 'quarter' && !isOne ? 'qtrs.' : short}`;
    }
    #word(value, unit) {
      if (unit === 'day') return DAYS[value];
      if (value === 0 && unit === 'second') return 'now';
      const isNear = value === 0 || (Math.abs(value) === 1 && ['week', 'month', 'quarter', 'year'].includes(unit));
      if (!isNear) return undefined;
      const isShort = this.#o.style !== 'long' && !['second', 'minute', 'hour'].includes(unit);
      return `${value === 0 ? 'this' : value === 1 ? 'next' : 'last'} ${isShort ? SHORT[unit] : unit}`;
    }
  }

  class ListFormat {
    #o;
    constructor(locales, given) {
      const o = optionsOf(given);
      const locale = localeOf(locales, 'Intl.ListFormat');
      this.#o = {
        locale,
        type: pick(o, 'type', ['conjunction', 'disjunction', 'unit'], 'conjunction'),
        style: pick(o, 'style', ['long', 'short', 'narrow'], 'long'),
      };
    }
    resolvedOptions() {
      return { ...this.#o };
    }
    format(list) {
      return joined(this.formatToParts(list));
    }
    formatToParts(list) {
      const items = [...list];
      for (const item of items)
        if (typeof item !== 'string') throw new TypeError('Iterable yielded a non-String value');
      const { type, style } = this.#o;
      const word =
        type === 'disjunction' ? 'or' : type === 'unit' || style === 'narrow' ? '' : style === 'long' ? 'and' : '&';
      const between = type === 'unit' && style === 'narrow' ? ' ' : ', ';
      const last = word === '' ? between : items.length === 2 ? ` ${word} ` : `, ${word} `;
      return items.flatMap((value, i) => [
        ...(i === 0 ? [] : [{ type: 'literal', value: i === items.length - 1 ? last : between }]),
        { type: 'element', value },
      ]);
    }
  }

  return {
    PluralRules: named(PluralRules, 'PluralRules'),
    RelativeTimeFormat: named(RelativeTimeFormat, 'RelativeTimeFormat'),
    ListFormat: named(ListFormat, 'ListFormat'),
  };
});
