// The prototypes of functions, whose constructors create code from strings.
[function () {}, async function () {}, function* () {}].map((made) => Object.getPrototypeOf(made));
