package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var cardImageURL = &checker.Rule{
	ID:       "card-image-url",
	Severity: diag.Warning,
	Title:    "list the origins of card images in permittedUrls.img",
	Why:      "the CRM blocks images from other origins; imported images need no entry",
	Hint:     "add the origin to permittedUrls.img, or import the image",
	Before:   `<Image src="https://static.example.com/logo.png" /> // defineApp has no permittedUrls`,
	After: `permittedUrls: { img: ['https://static.example.com'] },
// in the card
<Image src="https://static.example.com/logo.png" />`,
	Run: func(p *checker.Pass) {
		eachUse(p, declared.CardImage, permittedURLs{p, "img", "shows the image"}.check)
	},
}
