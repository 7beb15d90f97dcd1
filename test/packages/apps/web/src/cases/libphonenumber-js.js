import { AsYouType, findPhoneNumbersInText, isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js';

export default () => {
  const phone = parsePhoneNumberFromString('(415) 555-2671', 'US');
  return {
    number: [
      phone.number,
      phone.country,
      phone.formatInternational(),
      phone.formatNational(),
      phone.getURI(),
      phone.isValid(),
    ],
    german: parsePhoneNumberFromString('030 901820', 'DE')?.number,
    valid: [isValidPhoneNumber('+44 20 7946 0018'), isValidPhoneNumber('12', 'US')],
    typed: new AsYouType('US').input('2133734'),
    found: findPhoneNumbersInText('call +1 213 373 4253 now', 'US').map((f) => f.number.number),
  };
};
