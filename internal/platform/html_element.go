package platform

import "maps"

// insteadOfElements are the components that the CRM's documentation names for elements of HTML.
var insteadOfElements = map[string]string{
	"div": "Box or Flex", "section": "Box or Flex", "p": "Text", "span": "Text", "b": "Text", "strong": "Text",
	"h1": "Heading", "h2": "Heading", "h3": "Heading", "h4": "Heading", "h5": "Heading", "h6": "Heading",
	"button": "Button", "input": "Input", "textarea": "TextArea", "select": "Select", "form": "Form", "img": "Image",
	"a": "Link", "ul": "List", "ol": "List", "li": "List", "table": "Table", "tr": "TableRow", "td": "TableCell",
	"th": "TableHeader", "hr": "Divider", "iframe": "Iframe",
}

// InsteadOfElement returns the components of cards that take the place of an element of HTML; "" if none does. Cards
// show components only.
func InsteadOfElement(tag string) string { return insteadOfElements[tag] }

// InsteadOfElements returns what InsteadOfElement returns, by tag.
func InsteadOfElements() map[string]string { return maps.Clone(insteadOfElements) }
