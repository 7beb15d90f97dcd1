package declared

// Shape is the JavaScript type of a value.
type Shape uint8

const (
	Undefined Shape = iota
	Null
	Bool
	Number
	String
	Array
	Object
	Function
	// Reference is a value that is a declaration: an app object in `objects`, a source in `worker.sync`.
	Reference
	// Other is a value that JSON cannot represent: a symbol, a bigint, a Date, a class instance. Text names it.
	Other
	// Unknown is a value of an argument that is not in the source. Items are values that it can have, and Kind is the
	// shape that it surely has.
	Unknown
	// Repeated is an element of an Array of an argument that stands for any number of elements. Items are values that each
	// of them can have.
	Repeated
)

var shapeNames = [...]string{
	"undefined", "null", "boolean", "number", "string", "array", "object", "function", "declaration", "value",
	"value", "value",
}

// String returns the name of the shape in messages.
func (s Shape) String() string { return shapeNames[s] }

// ReturnsNothing is the Text of a function in an argument that returns no value.
const ReturnsNothing = "function that returns nothing"

// Value is one declared value.
type Value struct {
	Shape   Shape
	Bool    bool    // of a Bool
	Open    bool    // of an Array or Object of an argument: it can have more elements or members
	Spreads bool    // of an Object of an argument: it can have members of another object, or computed ones
	Kind    Shape   // of an Unknown; Undefined if that is unknown
	Head    string  // of an Unknown text: how it starts
	Tail    string  // of an Unknown text: how it ends
	Text    string  // of a String; of an Other its description ("Date", "symbol"), of a Number one if Num is inexact
	Num     float64 // of a Number
	Unit    string  // of a time in an argument: "ms" or "s"; "" if that is unknown
	Items   []*Value
	Members []Member     // of an Object, in order
	Ref     *Declaration // of a Reference
	// At is the position: of the property key for a member, of the value for an element or argument.
	At Mark
}

// Member is one property of an object.
type Member struct {
	Name  string
	Value *Value
}

var absent = &Value{}

// Get returns the member called name. If there is none, it returns an Undefined value, not nil.
func (v *Value) Get(name string) *Value {
	if v != nil {
		for i := range v.Members {
			if v.Members[i].Name == name {
				return v.Members[i].Value
			}
		}
	}
	return absent
}

// Path calls Get for each name.
func (v *Value) Path(names ...string) *Value {
	for _, name := range names {
		v = v.Get(name)
	}
	return v
}

// Has reports whether the member called name exists and is not undefined.
func (v *Value) Has(name string) bool { return v.Get(name).Shape != Undefined }

// IsString reports whether the value is a string.
func (v *Value) IsString() bool   { return v != nil && v.Shape == String }
func (v *Value) IsNumber() bool   { return v != nil && v.Shape == Number }
func (v *Value) IsBool() bool     { return v != nil && v.Shape == Bool }
func (v *Value) IsArray() bool    { return v != nil && v.Shape == Array }
func (v *Value) IsObject() bool   { return v != nil && v.Shape == Object }
func (v *Value) IsFunction() bool { return v != nil && v.Shape == Function }

// IsAbsent reports whether the value is undefined or the member does not exist.
func (v *Value) IsAbsent() bool { return v == nil || v.Shape == Undefined }

// IsRef reports whether the value is a declaration of the kind.
func (v *Value) IsRef(kind Kind) bool {
	return v != nil && v.Shape == Reference && v.Ref != nil && v.Ref.Kind == kind
}
