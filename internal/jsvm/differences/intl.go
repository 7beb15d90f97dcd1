package differences

const inTheCard = "format in a card, which runs in a browser, or on the edge"

var intl = Section{
	Title: "Intl",
	Before: "`Intl` formats for English (`en`, `en-US`). Dates have all zones of the IANA database, from the\n" +
		"machine or from the binary. The default zone is UTC, as on the edge. `toLocaleString` of numbers and\n" +
		"dates uses the same code. `PluralRules`, `RelativeTimeFormat`, `ListFormat` and\n" +
		"`getCanonicalLocales` are there. `Collator` and `localeCompare` know all languages.",
	Columns: [3]string{"differs", "local engine", "what to do"},
	Rows: []Row{
		{
			What: "other locales than English", Local: "throw", Instead: inTheCard,
			Missing: []string{
				"Intl.DateTimeFormat in", "Intl.NumberFormat in", "Intl.PluralRules in", "Intl.RelativeTimeFormat in",
				"Intl.ListFormat in",
			},
			Throws: []string{
				"new Intl.DateTimeFormat('de-DE')", "new Intl.NumberFormat('de-DE')", "new Intl.PluralRules('de')",
				"new Intl.RelativeTimeFormat('de')", "new Intl.ListFormat('de')", "(1).toLocaleString('de')",
			},
		},
		{
			What: "`Segmenter`", Local: "throws", Instead: "use a package such as `graphemer`",
			Missing: []string{"Intl.Segmenter"}, Throws: []string{"new Intl.Segmenter()"},
		},
		{
			What: "`DisplayNames`, `DurationFormat`, `Locale`, `supportedValuesOf`", Local: "throw", Instead: inTheCard,
			Missing: []string{"Intl.DisplayNames", "Intl.DurationFormat", "Intl.Locale", "Intl.supportedValuesOf"},
			Throws:  []string{"new Intl.DisplayNames()", "new Intl.Locale('en')", "Intl.supportedValuesOf('unit')"},
		},
		{
			What: "`DateTimeFormat`", Local: "has styles, all numeric and text fields, `hourCycle`, `formatToParts`; " +
				"`formatRange`, `dayPeriod`, generic names of zones and other calendars throw",
			Instead: "format both dates, the hour or the year in code of your own",
			Missing: []string{
				"Intl.DateTimeFormat.prototype.formatRange", "Intl.DateTimeFormat with dayPeriod",
				"Intl.DateTimeFormat with calendar", "Intl.DateTimeFormat with numberingSystem",
			},
			Throws: []string{
				"new Intl.DateTimeFormat('en', { dayPeriod: 'long' }).format(0)",
				"new Intl.DateTimeFormat('en', { calendar: 'hebrew' })",
				"new Intl.DateTimeFormat('en').formatRange(0, 1)",
			},
		},
		{
			What:    "long names of zones",
			Local:   "of North America, Europe, Japan, Australia and New Zealand; others throw",
			Instead: "use `shortOffset` or `longOffset`",
			Missing: []string{"Intl.DateTimeFormat with timeZoneName"},
			Throws: []string{
				"new Intl.DateTimeFormat('en', { timeZone: 'Asia/Kolkata', timeZoneName: 'long' }).format(0)",
				"new Intl.DateTimeFormat('en', { timeZoneName: 'longGeneric' }).format(0)",
			},
		},
		{
			What: "`NumberFormat`",
			Local: "has decimals, percent, currencies, compact notation, significant digits, signs, " +
				"units of time in full, `formatToParts`; other units, names of currencies, scientific notation and rounding " +
				"modes throw",
			Instead: "round the number first, and add the unit or the name to the text",
			Missing: []string{"Intl.NumberFormat with"},
			Throws: []string{
				"new Intl.NumberFormat('en', { notation: 'scientific' })",
				"new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR', currencyDisplay: 'name' })",
			},
		},
		{
			What: "options of `Collator` and `localeCompare`", Local: "`caseFirst` and `ignorePunctuation` throw",
			Instead: "normalize the strings before they are compared",
			Missing: []string{"String.prototype.localeCompare with"},
			Throws:  []string{"'a'.localeCompare('b', 'en', { ignorePunctuation: true })"},
		},
	},
}
