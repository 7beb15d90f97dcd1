// What all of Intl needs, and the members without a script of their own. Intl is for English: what American English on
// the edge gives. Other locales throw an error of `host.missing`.
(function (host) {
  const isGiven = (value) => value !== undefined;
  const optionsOf = (options) => {
    if (options === null) throw new TypeError('Cannot convert undefined or null to object');
    return isGiven(options) ? Object(options) : {};
  };
  // pick returns an option, one of the allowed values; an unknown one throws as on the edge.
  const pick = (options, name, allowed, fallback) => {
    const value = options[name];
    if (!isGiven(value)) return fallback;
    if (!allowed.includes(`${value}`))
      throw new RangeError(`Value ${value} out of range for Intl options property ${name}`);
    return `${value}`;
  };
  const count = (options, name, least, most, fallback) => {
    if (!isGiven(options[name])) return fallback;
    const value = Number(options[name]);
    if (!(value >= least && value <= most)) throw new RangeError(`${name} value is out of range.`);
    return Math.floor(value);
  };
  const listOf = (locales) => {
    if (!isGiven(locales)) return [];
    const list = typeof locales === 'string' || !Array.isArray(locales) ? [locales] : locales;
    return list.map((locale) => {
      const tag = `${locale}`;
      if (!/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(tag)) throw new RangeError(`Incorrect locale information provided`);
      const [language, ...rest] = tag.split('-');
      const part = (text) =>
        text.length === 2
          ? text.toUpperCase()
          : text.length === 4
            ? text[0].toUpperCase() + text.slice(1).toLowerCase()
            : text;
      return [language.toLowerCase(), ...rest.map(part)].join('-');
    });
  };
  const isEnglish = (locale) => locale === 'en' || locale === 'en-US' || locale.startsWith('en-US-u-');
  const localeOf = (locales, what) => {
    const [first = 'en-US'] = listOf(locales);
    if (!isEnglish(first)) throw host.missing(`${what} in ${first}`);
    return first.slice(0, 5);
  };
  const named = (constructor, name) => {
    Object.defineProperty(constructor.prototype, Symbol.toStringTag, { value: `Intl.${name}`, configurable: true });
    constructor.supportedLocalesOf = (locales) => listOf(locales).filter(isEnglish);
    return constructor;
  };
  // callable makes `Intl.X()` without new work, as the older constructors do.
  const callable = (Class) => new Proxy(Class, { apply: (target, _, given) => new target(...given) });
  const joined = (parts) => parts.map(({ value }) => value).join('');

  class Collator {
    #compare;
    #o;
    constructor(locales, given) {
      const o = optionsOf(given);
      const [locale = 'en-US'] = listOf(locales);
      this.#compare = (a, b) => host.compare(`${a}`, `${b}`, locale, o);
      this.#o = {
        locale,
        usage: o.usage ?? 'sort',
        sensitivity: o.sensitivity ?? 'variant',
        ignorePunctuation: false,
        collation: 'default',
        numeric: !!o.numeric,
        caseFirst: 'false',
      };
      host.compare('', '', locale, o); // refuses what it cannot do
    }
    get compare() {
      return this.#compare;
    }
    resolvedOptions() {
      return { ...this.#o };
    }
  }

  return {
    isGiven,
    pick,
    count,
    optionsOf,
    localeOf,
    named,
    joined,
    callable,
    Collator: callable(named(Collator, 'Collator')),
    getCanonicalLocales: listOf,
  };
});
