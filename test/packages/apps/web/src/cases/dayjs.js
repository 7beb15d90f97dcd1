import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import relativeTime from 'dayjs/plugin/relativeTime.js';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);
dayjs.extend(relativeTime);
dayjs.extend(customParseFormat);

export default () => {
  const at = dayjs.utc('2026-10-25T00:30:00Z');
  return {
    zoned: at.tz('Europe/Paris').format(),
    later: at.add(1, 'hour').tz('Europe/Paris').format('YYYY-MM-DD HH:mm Z'),
    tokyo: dayjs.tz('2026-06-01 12:00', 'Asia/Tokyo').toISOString(),
    diff: at.diff(dayjs.utc('2026-01-01'), 'day'),
    ago: at.from(at.add(3, 'day')),
    parsed: dayjs.utc('05/02/26 1:02:03 PM', 'DD/MM/YY h:mm:ss A').toISOString(),
    ends: [at.startOf('week').format(), at.endOf('month').format()],
  };
};
