/** What components of the CRM read: a record, the records that are associated with it, and stages. */

import { fetchHubSpotApi } from './api.ts';
import { useAssociations, useLoaded } from './crm.ts';
import { call } from '../frame/channel.ts';
import { type Filter, matches, type Sort, sorted, type Values } from './filters.ts';

/** Reads a path of the API. @throws {Error} with the CRM's message if it refuses */
async function read<Answer>(path: string): Promise<Answer> {
  const answer = (await fetchHubSpotApi({ path, method: 'GET' })) as { status: number; body: { message?: string } };
  if (answer.status >= 400) {
    throw new Error(answer.body?.message ?? `the CRM answered ${answer.status}`);
  }
  return answer.body as Answer;
}

/** A record that is not the one of the card. */
export interface OtherRecord {
  readonly objectTypeId?: string | undefined;
  readonly objectId?: number | undefined;
}

const NONE: Values = {};

/** Returns properties of the card's record, or of another one. */
export function useRecord(names: readonly string[], { objectTypeId, objectId }: OtherRecord = {}) {
  const load = async (): Promise<Values> => {
    if (objectTypeId === undefined || objectId === undefined) {
      return call('properties', names);
    }
    const query = `properties=${encodeURIComponent(names.join(','))}`;
    const type = encodeURIComponent(objectTypeId);
    const { properties } = await read<{ properties: Values }>(`/crm/v3/objects/${type}/${objectId}?${query}`);
    return properties;
  };
  const { value, ...state } = useLoaded(JSON.stringify([names, objectTypeId, objectId]), NONE, load);
  return { ...state, properties: value };
}

/** Which associated records a component shows. */
export interface Selection {
  readonly objectTypeId: string;
  readonly associationLabels?: readonly string[] | undefined;
  readonly filters?: readonly Filter[] | undefined;
  readonly sort?: readonly Sort[] | undefined;
}

/** The most associated records that are read: one page. */
const MOST = 100;

export interface AssociatedRecord {
  readonly id: number;
  readonly labels: readonly string[];
  readonly properties: Values;
}

/** Returns the records that are associated with the card's, of its first page. */
export function useAssociated(names: readonly string[], { objectTypeId, associationLabels, filters, sort }: Selection) {
  const properties = [...new Set([...names, ...(filters ?? []).map(({ property }) => property)])];
  const { results, error } = useAssociations({ toObjectType: objectTypeId, properties, pageLength: MOST });
  const records = results.map(({ toObjectId, associationTypes, properties: values }) => ({
    id: toObjectId,
    labels: (associationTypes as readonly { label?: string | null }[]).flatMap(({ label }) => label || []),
    properties: values,
  }));
  const wanted = records.filter(
    ({ labels, properties: values }) =>
      (associationLabels ?? []).every((label) => labels.includes(label)) && matches(filters, values),
  );
  return { records: sorted(wanted, sort), error };
}

/** The properties that say at which stage a record is, the first that has a value counts. */
export const STAGES = ['dealstage', 'crm_pipeline_stage', 'hs_pipeline_stage', 'lifecyclestage'] as const;

interface Stage {
  readonly id: string;
  readonly label: string;
}

interface Options {
  readonly options?: readonly { readonly label: string; readonly value: string }[];
}

/** Returns the stages of an object type by their property: those of its pipelines, or of the life cycle. */
export function useStages(objectTypeId: string) {
  const type = encodeURIComponent(objectTypeId);
  const load = async (): Promise<readonly Stage[]> => {
    const { results } = await read<{ results: readonly { stages: readonly Stage[] }[] }>(`/crm/v3/pipelines/${type}`);
    if (results.length > 0) {
      return results.flatMap(({ stages }) => stages);
    }
    const { options } = await read<Options>(`/crm/v3/properties/${type}/lifecyclestage`);
    return (options ?? []).map(({ label, value }) => ({ id: value, label }));
  };
  const { value, error } = useLoaded<readonly Stage[]>(objectTypeId, [], load);
  return { stages: value, error };
}
