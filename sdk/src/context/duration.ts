/** A duration: a number of seconds, or a whole number with a unit, such as `'30s'`, `'15m'`, `'12h'` or `'7d'`. */
export type Duration = number | `${number}${'s' | 'm' | 'h' | 'd'}`;
