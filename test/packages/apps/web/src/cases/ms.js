import ms from 'ms';

export default () => [
  ms('2 days'),
  ms('1.5h'),
  ms(60000),
  ms(3 * 60 * 60 * 1000, { long: true }),
  ms('-3 min'),
  String(ms('x')),
];
