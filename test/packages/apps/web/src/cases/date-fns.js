import {
  addBusinessDays,
  differenceInCalendarDays,
  eachDayOfInterval,
  format,
  formatDistance,
  intervalToDuration,
  isValid,
  parse,
  parseISO,
} from 'date-fns';

export default () => {
  const at = parseISO('2026-02-27T10:20:30Z');
  return {
    format: format(at, "EEEE do MMMM yyyy 'at' HH:mm"),
    business: addBusinessDays(at, 3).toISOString(),
    days: differenceInCalendarDays(parseISO('2026-12-24'), at),
    each: eachDayOfInterval({ start: at, end: parseISO('2026-03-02T00:00:00Z') }).length,
    distance: formatDistance(at, parseISO('2026-03-27T10:20:30Z'), { addSuffix: true }),
    duration: intervalToDuration({ start: at, end: parseISO('2027-04-01T00:00:00Z') }),
    parsed: parse('31/01/2026', 'dd/MM/yyyy', new Date(0)).toISOString(),
    invalid: isValid(parse('31/02/2026', 'dd/MM/yyyy', new Date(0))),
  };
};
