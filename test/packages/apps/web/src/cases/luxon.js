import { DateTime, Duration, Interval } from 'luxon';

export default () => {
  const at = DateTime.fromISO('2026-03-29T00:30:00', { zone: 'Europe/Berlin' });
  return {
    iso: at.toISO(),
    later: at.plus({ hours: 3 }).toISO(),
    utc: at.toUTC().toISO(),
    text: at.setLocale('en').toLocaleString(DateTime.DATETIME_FULL),
    format: at.toFormat('cccc d LLLL yyyy HH:mm ZZZZ'),
    month: at.endOf('month').toISODate(),
    week: [at.weekNumber, at.weekYear, at.daysInMonth],
    parsed: DateTime.fromFormat('24.12.2026 18:05', 'dd.MM.yyyy HH:mm', { zone: 'America/New_York' }).toMillis(),
    relative: at.plus({ days: 2 }).toRelative({ base: at, locale: 'en' }),
    duration: Duration.fromObject({ hours: 30, minutes: 5 }).shiftTo('days', 'hours', 'minutes').toObject(),
    interval: Interval.fromDateTimes(at, at.plus({ days: 3 })).length('hours'),
    invalid: DateTime.fromISO('2026-13-01').invalidReason,
  };
};
