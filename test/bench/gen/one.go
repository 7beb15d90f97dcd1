// This file has the sources of a project with one worker in many files.

package main

import (
	"fmt"
	"strings"
)

// oneWorker makes a project whose only worker imports n files of about 2 KB, with a tool in each.
func oneWorker(n int) map[string]string {
	var imports, names strings.Builder
	files := map[string]string{
		"svc.config.ts": config, "tsconfig.json": tsconfig, "src/lib/fields.ts": sharedFields,
		"src/lib/format.ts": sharedFormat,
	}
	for i := range n {
		name := fmt.Sprintf("part%02d", i)
		files["src/parts/"+name+".ts"] = part(i)
		fmt.Fprintf(&imports, "import { %[1]s } from '../parts/%[1]s';\n", name)
		fmt.Fprintf(&names, "%s, ", name)
	}
	files["src/workers/main.ts"] = "import { defineWorker } from '@svc/sdk';\n" + imports.String() +
		"\nexport default defineWorker('main', { use: [" + strings.TrimSuffix(names.String(), ", ") + "] });\n"
	return files
}

// part is one tool with the tables that it works on.
func part(i int) string {
	var rows strings.Builder
	for row := range 24 {
		fmt.Fprintf(
			&rows, "  { code: 'W%02d-%03d', weight: %d, zone: '%c', fragile: %v },\n", i, row, 10*row+i, 'A'+rune(row%5),
			row%3 == 0,
		)
	}
	return fmt.Sprintf(`import { tool } from '@svc/sdk';
import { orderNumber } from '../lib/fields';

const rows = [
%[2]s];

/** The heaviest rows of a zone. */
function heaviest(zone: string, limit: number): string[] {
  return rows
    .filter((row) => row.zone === zone && !row.fragile)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, limit)
    .map((row) => row.code);
}

export const part%02[1]d = tool('part-%[1]d', {
  label: 'Part %[1]d',
  objectType: 'deal',
  input: { orderNumber, zone: { type: 'string', label: 'Zone' } },
  output: { codes: { type: 'string', label: 'Codes' } },
  async handler(ctx) {
    const deal = await ctx.crm.objects.get('deals', ctx.enrolledObject.id, { properties: ['dealname'] });
    ctx.logger.info('looked up', { deal: deal.id, order: ctx.input.orderNumber });
    return { codes: heaviest(ctx.input.zone ?? 'A', %[1]d + 1).join(' ') };
  },
});
`, i, rows.String())
}
