// Intl.NumberFormat for English. The last argument is what intl.js returns.
(function (host, { isGiven, pick, count, optionsOf, localeOf, named, joined, callable }) {
  const NO_DIGITS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');
  const THREE_DIGITS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');
  const SYMBOLS = {
    USD: '$',
    EUR: '€',
    GBP: '£',
    JPY: '¥',
    INR: '₹',
    CNY: 'CN¥',
    KRW: '₩',
    BRL: 'R$',
    CAD: 'CA$',
    AUD: 'A$',
    MXN: 'MX$',
    NZD: 'NZ$',
    HKD: 'HK$',
    ILS: '₪',
    VND: '₫',
    TWD: 'NT$',
    PHP: '₱',
    XCD: 'EC$',
    XAF: 'FCFA',
    XOF: 'F\u202fCFA',
    XPF: 'CFPF',
  };
  const NARROW = {
    CAD: '$',
    AUD: '$',
    MXN: '$',
    NZD: '$',
    HKD: '$',
    TWD: '$',
    XCD: '$',
    CNY: '¥',
    SEK: 'kr',
    NOK: 'kr',
    DKK: 'kr',
    PLN: 'zł',
    CZK: 'Kč',
    RUB: '₽',
    TRY: '₺',
    UAH: '₴',
    HUF: 'Ft',
    THB: '฿',
  };
  const SCALES = [
    [1e12, 'T', 'trillion'],
    [1e9, 'B', 'billion'],
    [1e6, 'M', 'million'],
    [1e3, 'K', 'thousand'],
  ];

  const TIMES = ['millisecond', 'second', 'minute', 'hour', 'day', 'week', 'month', 'year'];
  // unitOf reads a unit: those of time, in full, as durations of packages need them.
  const unitOf = (o) => {
    if (!isGiven(o.unit)) throw new TypeError('Required argument "unit" must not be undefined');
    const unitDisplay = pick(o, 'unitDisplay', ['short', 'narrow', 'long'], 'short');
    if (!TIMES.includes(o.unit) || unitDisplay !== 'long')
      throw host.missing(`Intl.NumberFormat with unit: "${o.unit}" and unitDisplay: "${unitDisplay}"`);
    return { unit: o.unit, unitDisplay };
  };

  class NumberFormat {
    #o;
    #bound;
    constructor(locales, given) {
      const o = optionsOf(given);
      const locale = localeOf(locales, 'Intl.NumberFormat');
      const style = pick(o, 'style', ['decimal', 'percent', 'currency', 'unit'], 'decimal');
      const unit = style === 'unit' ? unitOf(o) : {};
      const notation = pick(o, 'notation', ['standard', 'compact', 'scientific', 'engineering'], 'standard');
      if (notation !== 'standard' && notation !== 'compact')
        throw host.missing(`Intl.NumberFormat with notation: "${notation}"`);
      for (const name of [
        'roundingMode',
        'roundingIncrement',
        'roundingPriority',
        'trailingZeroDisplay',
        'numberingSystem',
      ]) {
        const usual = { roundingMode: 'halfExpand', roundingIncrement: 1, numberingSystem: 'latn' }[name] ?? 'auto';
        if (isGiven(o[name]) && o[name] !== usual)
          throw host.missing(`Intl.NumberFormat with ${name}: ${JSON.stringify(o[name])}`);
      }
      let money = {};
      let usual = 2;
      if (isGiven(o.currency) && !/^[a-z]{3}$/i.test(o.currency))
        throw new RangeError(`Invalid currency code : ${o.currency}`);
      if (style === 'currency') {
        if (!isGiven(o.currency)) throw new TypeError('Currency code is required with currency style.');
        const currency = `${o.currency}`.toUpperCase();
        usual = NO_DIGITS.includes(currency) ? 0 : THREE_DIGITS.includes(currency) ? 3 : 2;
        const display = pick(o, 'currencyDisplay', ['symbol', 'narrowSymbol', 'code', 'name'], 'symbol');
        if (display === 'name') throw host.missing('Intl.NumberFormat with currencyDisplay: "name"');
        money = {
          currency,
          currencyDisplay: display,
          currencySign: pick(o, 'currencySign', ['standard', 'accounting'], 'standard'),
        };
      }
      const fraction =
        style === 'currency' && notation === 'standard'
          ? [usual, usual]
          : style === 'percent' || notation === 'compact'
            ? [0, 0]
            : [0, 3];
      let least = count(o, 'minimumFractionDigits', 0, 100);
      let most = count(o, 'maximumFractionDigits', 0, 100);
      const isRounded = notation === 'compact' && least === undefined && most === undefined;
      if (least !== undefined && most !== undefined && least > most)
        throw new RangeError('maximumFractionDigits value is out of range.');
      least ??= Math.min(fraction[0], most ?? fraction[0]);
      most ??= Math.max(fraction[1], least);
      const significant =
        isGiven(o.minimumSignificantDigits) || isGiven(o.maximumSignificantDigits)
          ? [count(o, 'minimumSignificantDigits', 1, 21, 1), count(o, 'maximumSignificantDigits', 1, 21, 21)]
          : undefined;
      if (significant && significant[0] > significant[1])
        throw new RangeError('maximumSignificantDigits value is out of range.');
      const grouping =
        o.useGrouping === false || o.useGrouping === 'false'
          ? false
          : isGiven(o.useGrouping) && o.useGrouping !== true
            ? `${o.useGrouping}`
            : isGiven(o.useGrouping)
              ? 'always'
              : notation === 'compact'
                ? 'min2'
                : 'auto';
      this.#o = {
        locale,
        numberingSystem: 'latn',
        style,
        ...money,
        ...unit,
        minimumIntegerDigits: count(o, 'minimumIntegerDigits', 1, 21, 1),
        ...(significant
          ? { minimumSignificantDigits: significant[0], maximumSignificantDigits: significant[1] }
          : { minimumFractionDigits: least, maximumFractionDigits: most }),
        useGrouping: grouping,
        notation,
        ...(notation === 'compact' && { compactDisplay: pick(o, 'compactDisplay', ['short', 'long'], 'short') }),
        signDisplay: pick(o, 'signDisplay', ['auto', 'always', 'never', 'exceptZero', 'negative'], 'auto'),
        roundingMode: 'halfExpand',
        roundingIncrement: 1,
        trailingZeroDisplay: 'auto',
        roundingPriority: isRounded ? 'morePrecision' : 'auto',
      };
    }
    resolvedOptions() {
      return { ...this.#o };
    }
    get format() {
      this.#bound ??= (value) => joined(this.formatToParts(value));
      return this.#bound;
    }
    formatToParts(given) {
      const o = this.#o;
      const value = typeof given === 'bigint' ? given : Number(given);
      const isNegative = value < 0 || Object.is(value, -0);
      const size = isNegative ? -value : value;
      let number;
      let suffix = [];
      if (Number.isNaN(size)) number = [{ type: 'nan', value: 'NaN' }];
      else if (size === Infinity) number = [{ type: 'infinity', value: '∞' }];
      else [number, suffix] = this.#digits(`${size}`, Number(size));
      if (o.style === 'percent') suffix = [...suffix, { type: 'percentSign', value: '%' }];
      if (o.style === 'unit') {
        const name = joined(number) === '1' ? o.unit : `${o.unit}s`;
        suffix = [...suffix, { type: 'literal', value: ' ' }, { type: 'unit', value: name }];
      }
      const isZero = number.every((part) => !/[1-9N∞]/.test(part.value));
      const sign = this.#sign(isNegative, isZero);
      const body = [...this.#currency(), ...number, ...suffix];
      if (sign === '-' && o.currencySign === 'accounting')
        return [{ type: 'literal', value: '(' }, ...body, { type: 'literal', value: ')' }];
      return sign === '' ? body : [{ type: sign === '-' ? 'minusSign' : 'plusSign', value: sign }, ...body];
    }
    #sign(isNegative, isZero) {
      switch (this.#o.signDisplay) {
        case 'never':
          return '';
        case 'always':
          return isNegative ? '-' : '+';
        case 'exceptZero':
          return isZero ? '' : isNegative ? '-' : '+';
        case 'negative':
          return isNegative && !isZero ? '-' : '';
      }
      return isNegative ? '-' : '';
    }
    #currency() {
      const { currency, currencyDisplay: display } = this.#o;
      if (currency === undefined) return [];
      const symbol =
        display === 'code'
          ? currency
          : (display === 'narrowSymbol' && NARROW[currency]) || (SYMBOLS[currency] ?? currency);
      const part = { type: 'currency', value: symbol };
      return /[a-z]$/i.test(symbol) ? [part, { type: 'literal', value: '\u00a0' }] : [part];
    }
    #digits(text, size) {
      const o = this.#o;
      if (o.notation !== 'compact') return [this.#grouped(this.#rounded(text, o.style === 'percent' ? 2 : 0)), []];
      const round = (shift) => this.#rounded(text, shift);
      const exponentOf = (value) =>
        value >= 1e15 ? 12 : Math.max(0, Math.min(12, Math.floor((`${Math.floor(value)}`.length - 1) / 3) * 3));
      let exponent = exponentOf(size);
      let digits = round(-exponent);
      if (exponent < 12 && digits.split('.')[0] === '1000') {
        exponent += 3;
        digits = round(-exponent);
      }
      if (exponent === 0) return [this.#grouped(digits), []];
      const [, short, long] = SCALES.find(([scale]) => scale === 10 ** exponent);
      const compact =
        o.compactDisplay === 'long'
          ? [
              { type: 'literal', value: ' ' },
              { type: 'compact', value: long },
            ]
          : [{ type: 'compact', value: short }];
      return [this.#grouped(digits), compact];
    }
    // #rounded returns the decimal digits of a number times 10 ** shift.
    #rounded(text, shift) {
      const o = this.#o;
      if (o.maximumSignificantDigits !== undefined)
        return host.digits(text, shift, 's', o.minimumSignificantDigits, o.maximumSignificantDigits);
      if (o.roundingPriority === 'morePrecision') {
        const whole = host.digits(text, shift, 'f', 0, 0);
        return whole.length >= 2 ? whole : host.digits(text, shift, 's', 1, 2);
      }
      return host.digits(text, shift, 'f', o.minimumFractionDigits, o.maximumFractionDigits);
    }
    #grouped(digits) {
      const { useGrouping, minimumIntegerDigits } = this.#o;
      const [whole, fraction] = digits.split('.');
      const integer = whole.padStart(minimumIntegerDigits, '0');
      const isGrouped = useGrouping !== false && integer.length > (useGrouping === 'min2' ? 4 : 3);
      const groups = isGrouped ? integer.replace(/\B(?=(\d{3})+$)/g, ',').split(',') : [integer];
      const parts = groups.flatMap((group, i) => [
        ...(i > 0 ? [{ type: 'group', value: ',' }] : []),
        { type: 'integer', value: group },
      ]);
      if (fraction) parts.push({ type: 'decimal', value: '.' }, { type: 'fraction', value: fraction });
      return parts;
    }
  }

  return { NumberFormat: callable(named(NumberFormat, 'NumberFormat')) };
});
