package platform

import (
	"slices"
	"strings"
)

// scopeObjects are the object types with scopes crm.objects.<name>.read and .write.
var scopeObjects = []string{
	"appointments", "carts", "commercepayments", "companies", "contacts", "contracts", "courses", "custom", "deals",
	"feedback_submissions", "forecasts", "goals", "invoices", "leads", "line_items", "listings", "marketing_events",
	"orders", "owners", "partner-clients", "partner-services", "products", "projects", "quotes", "services",
	"subscriptions", "tickets", "users",
}

// otherScopes are the other scopes of the CRM's reference. A word in braces stands for each of its parts.
var otherScopes = []string{
	"account-info.security.read", "accounting", "actions", "analytics.behavioral_events.send", "automation",
	"automation.sequences.enrollments.write", "automation.sequences.read",
	"behavioral_events.event_definitions.read_write", "business-intelligence", "business_units_view.read",
	"cms.domains.{read,write}", "cms.functions.{read,write}", "cms.knowledge_base.articles.{publish,read,write}",
	"cms.knowledge_base.settings.{read,write}", "cms.membership.access_groups.{read,write}", "cms.performance.read",
	"collector.graphql_query.execute", "collector.graphql_schema.read",
	"communication_preferences.{read,read_write,write}", "communication_preferences.statuses.batch.{read,write}",
	"content", "conversations.custom_channels.{read,write}", "conversations.{read,write}",
	"conversations.visitor_identification.tokens.create", "crm.dealsplits.read_write", "crm.export",
	"crm.extensions_calling_transcripts.{read,write}", "crm.import", "crm.lists.{read,write}",
	"crm.pipelines.orders.{read,write}", "ctas.read", "e-commerce", "external_integrations.forms.access", "files",
	"files.ui_hidden.read", "forms", "forms-uploaded-files", "hubdb", "integration-sync", "marketing-email",
	"marketing.campaigns.{read,write}", "marketing.campaigns.revenue.read", "media_bridge.{read,write}", "oauth",
	"record_images.signed_urls.read", "sales-email-read", "scheduler.meetings.meeting-link.read",
	"settings.billing.write", "settings.currencies.{read,write}", "settings.security.security_health.read",
	"settings.users.{read,write}", "settings.users.teams.{read,write}", "social", "tax_rates.read", "tickets",
	"tickets.highly_sensitive.v2", "tickets.sensitive.v2", "timeline", "transactional-email",
}

// KnownScopes returns the scopes of the CRM's reference. The CRM may have newer ones.
func KnownScopes() []string {
	var all []string
	for _, pattern := range otherScopes {
		head, rest, found := strings.Cut(pattern, "{")
		if !found {
			all = append(all, pattern)
			continue
		}
		for _, word := range strings.Split(strings.TrimSuffix(rest, "}"), ",") {
			all = append(all, head+word)
		}
	}
	for _, object := range scopeObjects {
		for _, access := range []string{"read", "write", "sensitive.read.v2", "sensitive.write.v2",
			"highly_sensitive.read.v2", "highly_sensitive.write.v2"} {
			all = append(all, "crm.objects."+object+"."+access)
		}
		all = append(all, "crm.schemas."+object+".read", "crm.schemas."+object+".write")
	}
	slices.Sort(all)
	return all
}
