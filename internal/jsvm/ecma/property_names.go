package ecma

import "unicode"

// derivedProperties are computed from Go's tables, by the definitions of DerivedCoreProperties.txt.
var derivedProperties = map[string]func() []codeRange{
	"Any":   func() []codeRange { return []codeRange{{0, unicode.MaxRune}} },
	"ASCII": func() []codeRange { return []codeRange{{0, 0x7F}} },
	"Assigned": func() []codeRange {
		return append(
			fromTables(unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf, unicode.Co),
			codeRange{0xD800, 0xDFFF},
		)
	},
	"Uppercase": func() []codeRange { return fromTables(unicode.Lu, unicode.Other_Uppercase) },
	"Lowercase": func() []codeRange { return fromTables(unicode.Ll, unicode.Other_Lowercase) },
	"Cased": func() []codeRange {
		return fromTables(unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Uppercase, unicode.Other_Lowercase)
	},
	"Alphabetic": func() []codeRange {
		return fromTables(unicode.L, unicode.Nl, unicode.Other_Uppercase, unicode.Other_Lowercase, unicode.Other_Alphabetic)
	},
	"Math":            func() []codeRange { return fromTables(unicode.Sm, unicode.Other_Math) },
	"Grapheme_Extend": func() []codeRange { return fromTables(unicode.Me, unicode.Mn, unicode.Other_Grapheme_Extend) },
	"ID_Start":        identifierStart,
	"ID_Continue": func() []codeRange {
		rest := fromTables(unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
		return subtract(append(identifierStart(), rest...), fromTables(unicode.Pattern_Syntax, unicode.Pattern_White_Space))
	},
}

func identifierStart() []codeRange {
	all := fromTables(unicode.L, unicode.Nl, unicode.Other_ID_Start)
	return subtract(all, fromTables(unicode.Pattern_Syntax, unicode.Pattern_White_Space))
}

var propertyAliases = map[string]string{
	"Alpha": "Alphabetic", "Upper": "Uppercase", "Lower": "Lowercase", "IDS": "ID_Start", "IDC": "ID_Continue",
	"AHex": "ASCII_Hex_Digit", "Hex": "Hex_Digit", "space": "White_Space", "Ideo": "Ideographic",
	"UIdeo": "Unified_Ideograph",
	"QMark": "Quotation_Mark", "Term": "Terminal_Punctuation", "STerm": "Sentence_Terminal", "VS": "Variation_Selector",
	"RI": "Regional_Indicator", "Dep": "Deprecated", "Dia": "Diacritic", "Ext": "Extender", "Join_C": "Join_Control",
	"Pat_Syn": "Pattern_Syntax", "Pat_WS": "Pattern_White_Space", "NChar": "Noncharacter_Code_Point", "SD": "Soft_Dotted",
	"EPres": "Emoji_Presentation", "EMod": "Emoji_Modifier", "EBase": "Emoji_Modifier_Base", "EComp": "Emoji_Component",
	"ExtPict": "Extended_Pictographic", "Gr_Ext": "Grapheme_Extend",
	"XIDS": "XID_Start", "XIDC": "XID_Continue", "CI": "Case_Ignorable", "DI": "Default_Ignorable_Code_Point",
}

// unknownProperties are the properties of ECMAScript that have no table here.
var unknownProperties = []string{
	"XID_Start", "XID_Continue", "Case_Ignorable", "Default_Ignorable_Code_Point", "Bidi_Mirrored",
	"Changes_When_Casefolded",
	"Changes_When_Casemapped", "Changes_When_Lowercased", "Changes_When_NFKC_Casefolded", "Changes_When_Titlecased",
	"Changes_When_Uppercased", "Grapheme_Base", "IDS_Unary_Operator",
}

// scriptAliases are the short names of common scripts.
var scriptAliases = map[string]string{
	"Arab": "Arabic", "Armn": "Armenian", "Beng": "Bengali", "Bopo": "Bopomofo", "Cyrl": "Cyrillic", "Deva": "Devanagari",
	"Ethi": "Ethiopic", "Geor": "Georgian", "Grek": "Greek", "Gujr": "Gujarati", "Guru": "Gurmukhi", "Hang": "Hangul",
	"Hani": "Han", "Hebr": "Hebrew", "Hira": "Hiragana", "Kana": "Katakana", "Khmr": "Khmer", "Knda": "Kannada",
	"Laoo": "Lao", "Latn": "Latin", "Mlym": "Malayalam", "Mong": "Mongolian", "Mymr": "Myanmar", "Orya": "Oriya",
	"Sinh": "Sinhala", "Taml": "Tamil", "Telu": "Telugu", "Thai": "Thai", "Tibt": "Tibetan",
	"Zinh": "Inherited", "Zyyy": "Common",
}
