// The prototypes of functions; their constructors make code from strings.
[function () {}, async function () {}, function* () {}].map((made) => Object.getPrototypeOf(made));
