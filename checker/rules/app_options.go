package rules

import "github.com/appsvc/svc/internal/declared"

var appOptions = []option{
	{name: "name", required: true, form: formFullText},
	{name: "description", form: formText},
	{name: "distribution", required: true, form: formOwnRule},
	{name: "auth", required: true, form: formOwnRule},
	{name: "platformVersion", required: true, form: formFullText},
	{name: "scopes", required: true, form: formTextList},
	{name: "optionalScopes", form: formTextList},
	{name: "objects", form: formDeclarations, made: declared.AppObject},
	{name: "objectAssociations", form: formDeclarations, made: declared.AppObjectAssociation},
	{name: "events", form: formDeclarations, made: declared.AppEvent},
	{name: "appEvents", form: formObject, members: appEventsOptions},
	{name: "rateLimits", form: formObject, members: rateLimitsOptions},
	{name: "alerts", form: formObject, members: alertsOptions},
	{name: "redaction", form: formObject, members: []option{{name: "fields", form: formTextList}}},
	{name: "install", form: formObject, members: []option{{name: "successUrl", form: formFullText}}},
	{name: "cards", form: formDeclarations, made: declared.Card},
	{name: "mcpServers", form: formDeclarations, made: declared.McpServer},
	{name: "billing", form: formObject, members: billingCatalogOptions},
	{name: "permittedUrls", form: formObject, members: []option{
		{name: "fetch", form: formTextList},
		{name: "iframe", form: formTextList},
		{name: "img", form: formTextList},
	}},
}

var appEventsOptions = []option{
	{name: "batching", form: formOffOrObject, members: []option{
		{name: "maxSize", form: formCount},
		{name: "maxDelayMs", form: formPositive},
	}},
}

var rateLimitsOptions = []option{
	{name: "retry", form: formOffOrObject, members: []option{
		{name: "max", form: formPositive},
		{name: "baseMs", form: formPositive},
		{name: "capMs", form: formPositive},
	}},
	{name: "bucket", form: formObject, members: []option{
		{name: "capacity", form: formPositive},
		{name: "refillPerSecond", form: formPositive},
		{name: "searchCapacity", form: formPositive},
		{name: "searchRefillPerSecond", form: formPositive},
		{name: "requestedTokensPerCall", form: formPositive},
		{name: "adaptive", form: formFlag},
	}},
	{name: "metrics", form: formOffOrObject, members: []option{{name: "enabled", form: formFlag}}},
}

var alertsOptions = []option{
	{name: "notify", form: formTextOrList},
	{name: "rules", required: true, form: formList, each: []option{
		{name: "name", required: true, form: formFullText},
		{name: "expr", required: true, form: formFullText},
		{name: "window", required: true, form: formFullText},
		{name: "severity", form: formOwnRule},
		{name: "notify", form: formTextOrList},
	}},
}

var cardOptions = []option{
	{name: "id", required: true, form: formFullText},
	{name: "name", required: true, form: formFullText},
	{name: "location", required: true, form: formOwnRule},
	{name: "objectTypes", required: true, form: formObjectTypes},
	{name: "entrypoint", required: true, form: formFullText},
	{name: "description", form: formText},
	{name: "backend", form: formFullText},
	{name: "flags", form: formOwnRule},
}

var mcpServerOptions = []option{
	{name: "name", required: true, form: formFullText},
	{name: "description", required: true, form: formFullText},
	{name: "mcpUrl", required: true, form: formFullText},
	{name: "mcpClientId", required: true, form: formFullText},
	{name: "uid", form: formFullText},
	{name: "version", form: formFullText},
	{name: "requiredScopes", form: formTextList},
	{name: "logoUrl", form: formFullText},
	{name: "websiteUrl", form: formFullText},
	{name: "privacyPolicyUrl", form: formFullText},
	{name: "enabled", form: formFlag},
}
