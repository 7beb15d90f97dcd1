package declared

// HTTPAnswer is the Path of an UnknownStatus that is an object with a statusCode and a body.
const HTTPAnswer = "statusCode"

// OfServerless is the Text of an UnsignedCall of a serverless function, which no project has.
const OfServerless = "serverless"
