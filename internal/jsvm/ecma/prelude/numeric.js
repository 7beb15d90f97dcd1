// ECMAScript's ToNumeric.
(value) => -(-value);
