// Intl.DateTimeFormat for English, in all time zones of the IANA database. The last argument is what intl.js returns.
(function (host, { pick, count, optionsOf, localeOf, named, joined, callable }) {
  const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  const MONTHS = [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ];
  const WORDS = ['narrow', 'short', 'long'];
  const DIGITS = ['2-digit', 'numeric'];
  const ERAS = { narrow: ['B', 'A'], short: ['BC', 'AD'], long: ['Before Christ', 'Anno Domini'] };
  // The options of the parts of a date and of a time, in the order of resolvedOptions.
  const DATE = { weekday: WORDS, era: WORDS, year: DIGITS, month: [...DIGITS, ...WORDS], day: DIGITS };
  const TIME = { dayPeriod: WORDS, hour: DIGITS, minute: DIGITS, second: DIGITS };
  const ZONES = ['short', 'long', 'shortOffset', 'longOffset', 'shortGeneric', 'longGeneric'];
  const STYLES = ['full', 'long', 'medium', 'short'];
  const DATE_STYLES = {
    full: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
    long: { year: 'numeric', month: 'long', day: 'numeric' },
    medium: { year: 'numeric', month: 'short', day: 'numeric' },
    short: { year: '2-digit', month: 'numeric', day: 'numeric' },
  };
  const CLOCK = { hour: 'numeric', minute: '2-digit' };
  const TIME_STYLES = {
    full: { ...CLOCK, second: '2-digit', timeZoneName: 'long' },
    long: { ...CLOCK, second: '2-digit', timeZoneName: 'short' },
    medium: { ...CLOCK, second: '2-digit' },
    short: CLOCK,
  };
  // Names of zones by the abbreviation in the IANA database. English has short names for the first ones only.
  const AMERICAN = {
    EST: 'Eastern Standard Time',
    EDT: 'Eastern Daylight Time',
    CST: 'Central Standard Time',
    CDT: 'Central Daylight Time',
    MST: 'Mountain Standard Time',
    MDT: 'Mountain Daylight Time',
    PST: 'Pacific Standard Time',
    PDT: 'Pacific Daylight Time',
    AKST: 'Alaska Standard Time',
    AKDT: 'Alaska Daylight Time',
    HST: 'Hawaii-Aleutian Standard Time',
    HDT: 'Hawaii-Aleutian Daylight Time',
  };
  const OTHERS = {
    CET: 'Central European Standard Time',
    CEST: 'Central European Summer Time',
    EET: 'Eastern European Standard Time',
    EEST: 'Eastern European Summer Time',
    WET: 'Western European Standard Time',
    WEST: 'Western European Summer Time',
    GMT: 'Greenwich Mean Time',
    JST: 'Japan Standard Time',
    AEST: 'Australian Eastern Standard Time',
    AEDT: 'Australian Eastern Daylight Time',
    ACST: 'Australian Central Standard Time',
    ACDT: 'Australian Central Daylight Time',
    AWST: 'Australian Western Standard Time',
    NZST: 'New Zealand Standard Time',
    NZDT: 'New Zealand Daylight Time',
    SAST: 'South Africa Standard Time',
    AST: 'Atlantic Standard Time',
    ADT: 'Atlantic Daylight Time',
  };

  const pad = (value, width = 2) => `${value}`.padStart(width, '0');
  const literal = (value) => ({ type: 'literal', value });
  const isAmerican = (zone) =>
    /^(America\/|US\/|Canada\/|Pacific\/Honolulu|EST|MST|HST|PST|CST)/.test(zone) && zone !== 'America/Havana';

  class DateTimeFormat {
    #locale;
    #zone;
    #fields;
    #cycle;
    #styles;
    #bound;
    /** `wants` is the default of toLocaleDateString and the like: which parts must be there, else which are added. */
    constructor(locales, given, wants = ['any', 'date']) {
      const o = optionsOf(given);
      this.#locale = localeOf(locales, 'Intl.DateTimeFormat');
      this.#zone = host.zone(o.timeZone === undefined ? 'UTC' : `${o.timeZone}`);
      if (this.#zone === undefined) throw new RangeError(`Invalid time zone specified: ${o.timeZone}`);
      if (o.calendar !== undefined && o.calendar !== 'gregory')
        throw host.missing(`Intl.DateTimeFormat with calendar: "${o.calendar}"`);
      if (o.numberingSystem !== undefined && o.numberingSystem !== 'latn')
        throw host.missing(`Intl.DateTimeFormat with numberingSystem: "${o.numberingSystem}"`);
      this.#read(o, wants);
      if (this.#fields.dayPeriod !== undefined) throw host.missing('Intl.DateTimeFormat with dayPeriod');
      if (this.#fields.timeZoneName?.endsWith('Generic'))
        throw host.missing(`Intl.DateTimeFormat with timeZoneName: "${this.#fields.timeZoneName}"`);
      const cycle = pick(o, 'hourCycle', ['h11', 'h12', 'h23', 'h24']);
      this.#cycle = o.hour12 === undefined ? (cycle ?? 'h12') : o.hour12 ? 'h12' : 'h23';
    }
    #read(o, [required, defaults]) {
      const fields = {};
      for (const [name, allowed] of Object.entries({ ...DATE, ...TIME })) {
        const value = pick(o, name, allowed);
        if (value !== undefined) fields[name] = value;
      }
      const fraction = count(o, 'fractionalSecondDigits', 1, 3);
      if (fraction !== undefined) fields.fractionalSecondDigits = fraction;
      const zoneName = pick(o, 'timeZoneName', ZONES);
      const dateStyle = pick(o, 'dateStyle', STYLES);
      const timeStyle = pick(o, 'timeStyle', STYLES);
      if (dateStyle !== undefined || timeStyle !== undefined) {
        const [clash] = [...Object.keys(fields), ...(zoneName === undefined ? [] : ['timeZoneName'])];
        const style = dateStyle === undefined ? 'timeStyle' : 'dateStyle';
        if (clash !== undefined) throw new TypeError(`Can't set option ${clash} when ${style} is used`);
        if ((required === 'date' && timeStyle !== undefined) || (required === 'time' && dateStyle !== undefined))
          throw new TypeError(`Invalid option : ${required === 'date' ? 'timeStyle' : 'dateStyle'}`);
        this.#styles = { ...(dateStyle && { dateStyle }), ...(timeStyle && { timeStyle }) };
        this.#fields = { ...DATE_STYLES[dateStyle], ...TIME_STYLES[timeStyle] };
        return;
      }
      const hasDate = ['weekday', 'year', 'month', 'day'].some((name) => fields[name] !== undefined);
      const hasTime = ['dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits'].some(
        (name) => fields[name] !== undefined,
      );
      const isEnough = (required !== 'time' && hasDate) || (required !== 'date' && hasTime);
      if (!isEnough && defaults !== 'time')
        Object.assign(fields, { year: 'numeric', month: 'numeric', day: 'numeric' });
      if (!isEnough && defaults !== 'date')
        Object.assign(fields, { hour: 'numeric', minute: '2-digit', second: '2-digit' });
      if (zoneName !== undefined) fields.timeZoneName = zoneName;
      this.#fields = fields;
    }
    get format() {
      this.#bound ??= (date) => joined(this.formatToParts(date));
      return this.#bound;
    }
    resolvedOptions() {
      const { hour, minute, second } = this.#fields;
      const isHalf = this.#cycle === 'h12' || this.#cycle === 'h11';
      const shown = this.#styles ?? { ...this.#fields };
      if (this.#styles === undefined) {
        if (hour !== undefined && !isHalf) shown.hour = '2-digit';
        if (minute !== undefined) shown.minute = hour === undefined && second === undefined ? 'numeric' : '2-digit';
        if (second !== undefined) shown.second = minute === undefined ? 'numeric' : '2-digit';
      }
      return {
        locale: this.#locale,
        calendar: 'gregory',
        numberingSystem: 'latn',
        timeZone: this.#zone,
        ...(hour !== undefined && { hourCycle: this.#cycle, hour12: isHalf }),
        ...shown,
      };
    }
    formatRange(from, to) {
      return joined(this.formatRangeToParts(from, to));
    }
    formatRangeToParts() {
      throw host.missing('Intl.DateTimeFormat.prototype.formatRange');
    }
    formatToParts(given) {
      const ms = given === undefined ? Date.now() : Number(given);
      if (!(Math.abs(ms) <= 8.64e15)) throw new RangeError('Invalid time value');
      const [offset, short] = host.offset(this.#zone, ms);
      const at = new Date(Math.trunc(ms) + offset * 1000);
      const [date, time] = [this.#dateWithEra(at), this.#time(at)];
      const name = this.#fields.timeZoneName;
      const zone = name === undefined ? [] : [{ type: 'timeZoneName', value: this.#zoneName(name, offset, short) }];
      if (time.length === 0) return zone.length === 0 ? date : [...date, literal(', '), ...zone];
      const clock = zone.length === 0 ? time : [...time, literal(' '), ...zone];
      return date.length === 0 ? clock : [...date, literal(this.#between()), ...clock];
    }
    // #between joins a date and a time.
    #between() {
      const { weekday, month, day, year } = this.#fields;
      if (month === undefined && day === undefined && year === undefined && weekday !== undefined) return ' ';
      return month === 'long' ? ' at ' : ', ';
    }
    #dateWithEra(at) {
      const { era } = this.#fields;
      const date = this.#date(at);
      if (era === undefined) return date;
      const value = ERAS[era][at.getUTCFullYear() > 0 ? 1 : 0];
      return [...date, ...(date.length > 0 ? [literal(' ')] : []), { type: 'era', value }];
    }
    #date(at) {
      const { weekday, year, month, day } = this.#fields;
      const number = (style, value) => (style === '2-digit' ? pad(value) : `${value}`);
      const word = (style, name) => (style === 'long' ? name : name.slice(0, style === 'narrow' ? 1 : 3));
      const fullYear = at.getUTCFullYear();
      const parts = {
        weekday: weekday && { type: 'weekday', value: word(weekday, WEEKDAYS[at.getUTCDay()]) },
        year: year && {
          type: 'year',
          value: year === '2-digit' ? pad(fullYear % 100) : `${fullYear > 0 ? fullYear : 1 - fullYear}`,
        },
        month: month && {
          type: 'month',
          value: DIGITS.includes(month) ? number(month, at.getUTCMonth() + 1) : word(month, MONTHS[at.getUTCMonth()]),
        },
        day: day && { type: 'day', value: number(day, at.getUTCDate()) },
      };
      const list = (order, separators) =>
        order
          .map((name) => parts[name])
          .filter(Boolean)
          .flatMap((part, i, all) => (i === 0 ? [part] : [literal(separators(all[i - 1].type, part.type)), part]));
      if (month === undefined) {
        if (year && day)
          return [
            parts.year,
            literal(' (day: '),
            parts.day,
            literal(')'),
            ...(weekday ? [literal(' '), parts.weekday] : []),
          ];
        return list(['year', 'day', 'weekday'], () => ' ');
      }
      if (weekday && !day)
        return [...list(['month', 'year'], () => (DIGITS.includes(month) ? '/' : ' ')), literal(' '), parts.weekday];
      if (DIGITS.includes(month))
        return list(['weekday', 'month', 'day', 'year'], (before) => (before === 'weekday' ? ', ' : '/'));
      return list(['weekday', 'month', 'day', 'year'], (before) => (before === 'month' ? ' ' : ', '));
    }
    #time(at) {
      const { hour, minute, second, fractionalSecondDigits: fraction } = this.#fields;
      const hours = at.getUTCHours();
      const cycles = { h11: hours % 12, h12: hours % 12 || 12, h23: hours, h24: hours || 24 };
      const isHalf = this.#cycle === 'h12' || this.#cycle === 'h11';
      const parts = [];
      const add = (type, value, separator) =>
        parts.push(...(parts.length > 0 ? [literal(separator)] : []), { type, value });
      if (hour !== undefined)
        add('hour', hour === '2-digit' || !isHalf ? pad(cycles[this.#cycle]) : `${cycles[this.#cycle]}`);
      if (minute !== undefined)
        add(
          'minute',
          hour === undefined && second === undefined ? `${at.getUTCMinutes()}` : pad(at.getUTCMinutes()),
          ':',
        );
      if (second !== undefined)
        add(
          'second',
          minute === undefined && hour === undefined && fraction === undefined
            ? `${at.getUTCSeconds()}`
            : pad(at.getUTCSeconds()),
          ':',
        );
      if (fraction !== undefined) add('fractionalSecond', pad(at.getUTCMilliseconds(), 3).slice(0, fraction), '.');
      if (hour !== undefined && isHalf)
        parts.push(literal(' '), { type: 'dayPeriod', value: hours < 12 ? 'AM' : 'PM' });
      return parts;
    }
    #zoneName(style, offset, short) {
      const isLong = style.startsWith('long');
      if (!style.endsWith('Offset')) {
        if (this.#zone === 'UTC') return isLong ? 'Coordinated Universal Time' : 'UTC';
        const american = isAmerican(this.#zone) ? AMERICAN[short] : undefined;
        if (american !== undefined) return isLong ? american : short;
        if (short === 'GMT' && !isLong) return 'GMT';
        const name =
          isLong && !this.#zone.startsWith('Etc/') ? (short === 'IST' ? undefined : OTHERS[short]) : undefined;
        if (name !== undefined) return name;
        if (isLong && !this.#zone.startsWith('Etc/'))
          throw host.missing(`Intl.DateTimeFormat with timeZoneName: "long" in ${this.#zone}`);
      }
      const minutes = Math.abs(Math.trunc(offset / 60));
      const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
      const sign = offset < 0 ? '-' : '+';
      if (isLong) return `GMT${sign}${pad(hours)}:${pad(rest)}`;
      return `GMT${sign}${hours}${rest > 0 ? `:${pad(rest)}` : ''}`;
    }
  }
  return { DateTimeFormat: callable(named(DateTimeFormat, 'DateTimeFormat')) };
});
