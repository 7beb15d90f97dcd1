package declared

// What is wrong with a SourcePage.
const (
	NoPage            = "no page"
	PageIsList        = "list"
	PageLacksRows     = "no rows"
	UnknownPageMember = "member"
	RowLacks          = "row"
	RowNotObject      = "no row"
	KeyNotText        = "key"
	CursorNotText     = "cursor"
	CursorUnread      = "unread cursor"
	// RowFields describes the rows instead of a mistake: Known are all fields of their data.
	RowFields = "fields"
)

// How a LostResult is lost.
const (
	Discarded = "discarded" // a statement that does nothing with it
	Thrown    = "thrown"    // by throw
	Uncalled  = "uncalled"  // the handler returns the function itself
	Unread    = "unread"    // under a name that nothing reads
	Unthrown  = "unthrown"  // an error that a statement makes
)

// What else is wrong with an InvalidDelay.
const (
	LateDelay      = "late"    // it is too long
	DelayAsMessage = "message" // it is the first argument, which is the message
	DelayInMs      = "ms"      // it is in milliseconds
)

// OfElement is the Text of the name of a component in a card.
const OfElement = "element"

// OfClass is the Text of a member of a built-in object, a class or an instance, which others may extend.
const OfClass = "class"

// OfAnswer is the Text of a member of an object that the CRM sends, OfRecord that of a member of a record, and OfList
// that of a member of a list.
const (
	OfAnswer = "answer"
	OfRecord = "record"
	OfList   = "list"
)

// AsyncGenerator is the Text of a NotIterable that only a loop with await goes through.
const AsyncGenerator = "async generator"
