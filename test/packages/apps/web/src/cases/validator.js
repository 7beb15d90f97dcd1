import validator from 'validator';

export default () => ({
  email: ['a@example.com', 'a@', 'ü@example.com'].map((s) => validator.isEmail(s)),
  url: ['https://a.example/x?y', 'a b'].map((s) => validator.isURL(s)),
  iban: validator.isIBAN('DE89370400440532013000'),
  vat: validator.isVAT('DE123456789', 'DE'),
  mobile: validator.isMobilePhone('+4915123456789', 'de-DE'),
  normalized: validator.normalizeEmail('Some.One+tag@GMAIL.com'),
  escaped: validator.escape('<a>'),
  date: validator.isISO8601('2026-02-30', { strict: true }),
  card: validator.isCreditCard('4111 1111 1111 1111'),
  alpha: validator.isAlpha('straße', 'de-DE'),
});
