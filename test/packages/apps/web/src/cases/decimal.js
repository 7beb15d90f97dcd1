import Decimal from 'decimal.js';

export default () => [
  Decimal.add('0.1', '0.2').toString(),
  new Decimal(2).pow('0.5').toString(),
  Decimal.exp(1).toFixed(15),
  new Decimal('123.456').toSignificantDigits(4).toString(),
  new Decimal(255).toHex(),
  Decimal.acos(-1).toString(),
];
