package declared

import (
	"slices"
	"strings"
	"sync"
)

// The members of a handler's context are generated from the types of the SDK.
//
//go:generate node ../../sdk/scripts/context-members.mjs context_members.go
//go:generate node ../../sdk/scripts/global-members.mjs global_members.go

// membersOfPath are the members of what a path of names below a handler's context leads to, such as "crm.objects".
type membersOfPath struct {
	path            string
	names, promises []string
}

// ContextMembers returns the members of a handler's context: of the context itself for "", else of what a path of names
// below it leads to. It returns nil for a path that is not listed.
func ContextMembers(path string) []string { return membersOf(path).names }

// functionMembers are those of every function.
var functionMembers = []string{"name", "length", "call", "apply", "bind"}

// KnownMembers is ContextMembers, with the members of a function for a path that leads to one that returns a promise.
func KnownMembers(path string) []string {
	if names := ContextMembers(path); names != nil {
		return names
	}
	at := strings.LastIndexByte(path, '.')
	if at >= 0 && slices.Contains(PromiseMembers(path[:at]), path[at+1:]) {
		return functionMembers
	}
	return nil
}

// PromiseMembers returns the members of a path that are functions and return promises.
func PromiseMembers(path string) []string { return membersOf(path).promises }

// resultType is a type of what a call of a context returns. members are names, separated by spaces, with the type of
// what they lead to after a colon.
type resultType struct {
	name    string
	others  string
	members string
}

// ResultType returns the type of what a call of a path below a handler's context resolves to, with [] before the name
// for a list. It is empty if the members are unknown. "input" has the type of a trigger's input.
func ResultType(path string) string {
	for _, one := range contextResults {
		if one[0] == path {
			return one[1]
		}
	}
	return ""
}

// LeadsToResult reports whether a member of a result can lead to another object whose members are known, or to a list.
func LeadsToResult(member string) bool { return slices.Contains(resultLinks, member) }

// ResultMembers returns the members of a type of results with their types, "" for unknown ones. others says which other
// members an object can have: OfAnswer, OfRecord, OfList, or "" for none.
func ResultMembers(name string) (members [][2]string, others string) {
	if strings.HasPrefix(name, "[]") {
		return listMembers(), OfList
	}
	found := membersOfResults()[name]
	return found.members, found.others
}

// listMembers are those of a list.
var listMembers = sync.OnceValue(func() (members [][2]string) {
	for _, name := range strings.Fields("at concat copyWithin entries every fill filter find findIndex findLast " +
		"findLastIndex flat flatMap forEach includes indexOf join keys lastIndexOf length map pop push reduce " +
		"reduceRight reverse shift slice some sort splice toReversed toSorted toSpliced unshift values with") {
		members = append(members, [2]string{name, ""})
	}
	return members
})

type membersOfResult struct {
	members [][2]string
	others  string
}

// membersOfResults reads resultTypes once: a check asks for each member that code reads of a result.
var membersOfResults = sync.OnceValue(func() map[string]membersOfResult {
	all := make(map[string]membersOfResult, len(resultTypes))
	for _, one := range resultTypes {
		found := membersOfResult{others: one.others}
		for _, member := range strings.Fields(one.members) {
			text, of, _ := strings.Cut(member, ":")
			found.members = append(found.members, [2]string{text, of})
		}
		all[one.name] = found
	}
	return all
})

// GlobalMembers returns the members of a built-in object such as JSON, nil for objects that are not listed.
func GlobalMembers(object string) []string {
	for _, one := range globalMembers {
		if one.object == object {
			return strings.Fields(one.members)
		}
	}
	return nil
}

func membersOf(path string) membersOfPath {
	for _, one := range contextMembers {
		if one.path == path {
			return one
		}
	}
	return membersOfPath{}
}

// UseKind is what a Use is.
type UseKind uint8

const (
	// UnknownMember is a member that a handler's context does not have. Text is the function that declares the capability
	// if only handlers of others have the member: fetch or receive, with the Known members, for that of a source.
	UnknownMember UseKind = iota
	// FloatingCall is a call of the context, or of lookupInstall or handOff, whose promise nothing waits for. Path is the
	// function, for a member of the context from ctx on. Text is the member that is read of the promise, such as
	// .properties.
	FloatingCall
	// InputValue is a literal with which code compares an input field that never has this value, or a json field that code
	// parses. Path is the field and its type, Text the shape of the literal, or its text, with the Known choices.
	InputValue
	// LoopKeyMember is a member that code reads of the name of a loop with in, which is a text. Path is the name and the
	// member.
	LoopKeyMember
	// FloatingPromise is a call in a handler that nothing waits for, of other code than the context: of Promise.all, or of
	// an async function that receives the context. Text says what was called. Path is forEach or map if that calls the
	// function.
	FloatingPromise
	// UndeclaredName is a name that nothing in the project declares, at its first use. Path is the name: of a global, or
	// of nothing.
	UndeclaredName
	// UndeclaredCardName is a name in the code of a card that neither the code nor a browser declares. Text is OfElement
	// if the card makes elements of it: browsers have classes with the names of components, such as Text.
	UndeclaredCardName
	// BackendCall is a call of a card backend in the code of a card. Path is the id.
	BackendCall
	// CodeFromText is a call of eval or Function. Path is the name.
	CodeFromText
	// MissingResult is a handler of a tool that returns nothing, or a return in it without a value. Path is handler for
	// the former, else empty. Text is the function that declares the tool.
	MissingResult
	// NotJSON is an object in the result of a tool or card backend that JSON cannot represent. Path is its class, Text the
	// function that declares the capability.
	NotJSON
	// ParsedBody is a call that reads the parsed body of a response as if it were the response. Path is the method of
	// ctx.http that returned it, Text the called one, such as json.
	ParsedBody
	// HandlerParameter is a parameter of a handler that gets no value. Path is its name, or empty for a pattern. Text is
	// the function that declares the capability.
	HandlerParameter
	// ProcessEnv is a use of process.env. Path is the member, if one is read. Text is the function that declares what the
	// code around it belongs to, such as tool, or fetch for that of a source.
	ProcessEnv
	// ImportMeta is a member of a member of import.meta, which is undefined in workers. Path has both.
	ImportMeta
	// LiteralHeader is a header of an HTTP call whose value is in the source. Text is the value, and must not be printed.
	LiteralHeader
	// EnvRead is a member of ctx.env. Path is its name alone.
	EnvRead
	// CrmProperty is a property that a call of ctx.crm names.
	CrmProperty
	// UndeclaredField is a field that a handler reads or returns and its capability does not declare. Path is "input" or
	// "output", and the field. Known are the declared fields, unless Of is set. Text is the function that declares the
	// capability.
	UndeclaredField
	// InvalidDelay is a delay of retryLater that is not a number of at least 0. Text is LateDelay for one after which the
	// CRM does not call again, DelayAsMessage for one that is passed as the message.
	InvalidDelay
	// HandOff is the id of a capability in a call of handOff. Path is the id.
	HandOff
	// UnknownStatus is the status of an object that a handler returns and that is not a result status. Path is
	// the status, or HTTPAnswer, Text the function that declares the capability. Known are the statuses.
	UnknownStatus
	// SentOccurrence is an occurrence of an app event that a handler sends.
	SentOccurrence
	// OwnRecord is a record of an app object that a handler reads or writes. The last of Path is the method.
	OwnRecord
	// PassedInput is the input that a handler passes to a capability, in a call of ctx.later or handOff. Path is the id of
	// the capability, Text the function.
	PassedInput
	// LostResult is a result that nothing returns. Path is the function of the SDK that makes it, and the name that has an
	// Unread one. Text is how it is lost.
	LostResult
	// CardFetch is a call of fetch in the code of a card. Path is the object that has the function, Text the URL or its
	// known start, with the host.
	CardFetch
	// CardImage is an image in the code of a card. Path is the component, Text the URL or its known start, with the host.
	CardImage
	// CardFrame is a page in the code of a card. Path is the component or the action, Text as for CardImage.
	CardFrame
	// CardElement is an element of HTML in the code of a card. Path is its tag.
	CardElement
	// CardImported is a name that a card imports of the vendor's UI package, or a member that it reads of the package as
	// an object. Path is the name, and the one that the card gives it. Text is the path of the import.
	CardImported
	// UnsignedCall is a call of a card backend in the code of a card that the CRM may not sign. Path is the function, Text
	// what sends the request: a name, or a literal.
	UnsignedCall
	// UnsetOutput is a declared output field that no result of the handler sets. Path is the field. Known are the
	// undeclared ones that results set.
	UnsetOutput
	// CallOptions are the arguments of a call of ctx.crm, if one is an object. Path is the call, from crm on. Text is the
	// call whose body has the options, such as crm.request, if it is another one.
	CallOptions
	// EmptyMember is a member of ctx.enrolledObject in a handler that runs without a record. Text is the function that
	// declares the capability, Of where it does.
	EmptyMember
	// CallArguments are the arguments of a call of ctx.store, ctx.later, ctx.sync, ctx.billing, ctx.http, ctx.appObjects,
	// ctx.crm.request or ctx.crm.associations, or of one of ctx.crm.objects that takes ids. Path is the call, without ctx.
	CallArguments
	// SourcePage is what is wrong with a page that the function of a source returns. Path is the function and a member, or
	// for CursorNotText what the cursor is. Text is the problem. Known are the members of a page. Of is where the source
	// is declared.
	SourcePage
	// OutputValue is a literal that a tool returns as its output and that is not an object, or that a field of the output
	// gets and its type cannot have. Path is "output", the field, "" for the whole output, and its type. Text names
	// the literal, as in "a number". Known has the text of a string.
	OutputValue
	// PlanID is a text that the id of an install's plan is compared with: of the state that ctx.billing.current returns.
	// Path is the text.
	PlanID
	// UnknownObjectMember is a member that an enum, an object in the source, an instance of a class or a built-in object
	// does not have. Path is the name of the object and the member, Known are its members. Of is where an object or a
	// class in the source starts. Text is OfClass for an instance, a class or a built-in object.
	UnknownObjectMember
	// UnboundMethod is a method that is the handler of a capability, and that uses this. Path is the object and
	// the method, Text the function that declares the capability.
	UnboundMethod
	// LacksContext is a call of lookupInstall or handOff with one argument of the two. Path is the function.
	LacksContext
	// ObjectAsText is an object or a list in the source that becomes a text. Path is the call, and what it is there:
	// message or body. Text names the literal, as in "an object".
	ObjectAsText
	// RepeatedKey is a key that an object literal has again. Path is the key, Of the first one.
	RepeatedKey
	// UnknownResultMember is a member of what a call of a context returns, or of an event of a trigger, that its type does
	// not have. Path is the name of the type and the member, Known are its members. Text is OfAnswer for an object that
	// the CRM sends, which can have others, OfRecord for a record, and OfList for a list. Through is where the values of
	// names start that lead to the object, Returned where the functions, or their first parameters, start that return it.
	UnknownResultMember
	// PassedMember is a member of a trigger's context that code passes to a function. Path is the member.
	PassedMember
	// NotIterable is a value other than a list that a loop with of goes through, or that a pattern of a list takes apart.
	// Path is the name of its type, Known are its members that are lists. Text is AsyncGenerator for a call of one, where
	// Path is the function. Through and Returned are as for UnknownResultMember.
	NotIterable
	// ChangingKey is an idempotency key that is new in each call. Path is the call, without ctx, and the option.
	ChangingKey
)

// Use is an expression in the user's source that rules check. It may never run.
type Use struct {
	Kind UseKind
	// Path are the names of the expression, without the context itself, but in a FloatingCall.
	Path []string
	Text string
	// Known is set for UndeclaredField, UnknownStatus, UnsetOutput, SourcePage, OutputValue, UnknownObjectMember and
	// UnknownResultMember.
	Known []string
	// Through and Returned are set for UnknownResultMember.
	Through, Returned []Mark
	// Of is where the capability of an EmptyMember is declared, or the object of an UnknownObjectMember. For
	// UndeclaredField it is where the capability is declared whose fields decide: declarations have them once their
	// module has run. It is zero if the source has the fields.
	Of Mark
	// Args are those of CallOptions and CallArguments, an Array.
	Args *Value
	// Property is set for CrmProperty.
	Property *PropertyUse
	// Occurrence is set for SentOccurrence, for OwnRecord, where Event is the id of the app object, and for BackendCall
	// and PassedInput, where the properties are the input.
	Occurrence *Occurrence
	// IsOneOf means that a CardFetch, CardImage or CardFrame can have other URLs of the source, too.
	IsOneOf bool
	// IsTested means that the code asks whether an EmptyMember or an UnknownObjectMember has a value.
	IsTested bool
	// IsOfElement means that the elements of a list have an UnknownResultMember.
	IsOfElement bool
	File        string
	At          Mark
	// Capability is where a PassedInput names the capability by its definition, zero if by its id.
	Capability Mark
	// Start is the start of a FloatingCall or FloatingPromise in an async function, which can wait for it.
	Start Mark
	// Context is the parameter of the handler around a ProcessEnv, if it has one.
	Context TextAt
}

// PropertyAccess is what a call does with a property.
type PropertyAccess uint8

const (
	// ReadsProperty reads, sorts by or compares the property.
	ReadsProperty PropertyAccess = iota
	// WritesProperty sets it.
	WritesProperty
	// IdentifiesByProperty names it as idProperty.
	IdentifiesByProperty
	// CreatesProperty adds it to the object type.
	CreatesProperty
)

// PropertyUse is a property that a call names.
type PropertyUse struct {
	Access PropertyAccess
	// ObjectTypes are those that the call can be about, as written.
	ObjectTypes []string
	Name        string
	// Values are those in the source that are written or compared with.
	Values []TextAt
}

// TextAt is a text in the source.
type TextAt struct {
	Text string
	At   Mark
}

// OccurrenceMembers are the members of an occurrence.
var OccurrenceMembers = []string{"objectId", "email", "utk", "id", "timestamp", "properties"}

// Occurrence is an occurrence of an app event in the source.
type Occurrence struct {
	Event string // its id
	// Targets are the names of the members that name the record.
	Targets []TextAt
	// Numbers are those of Targets whose value is a number in the source.
	Numbers []TextAt
	// Unread are the members that no occurrence has.
	Unread []TextAt
	// Others means that the occurrence can have more members.
	Others     bool
	Properties []SentProperty
	// OtherProperties means that it can have more properties.
	OtherProperties bool
	// PropertiesAt is where the properties stand, zero if there are none.
	PropertiesAt Mark
}

// SentProperty is a property of an occurrence.
type SentProperty struct {
	Name string
	At   Mark
	// IsAbsent means that the value is null or undefined.
	IsAbsent bool
	// Values are those that are in the source.
	Values []TextAt
}
