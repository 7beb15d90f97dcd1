import { defineWorker } from '@svc/sdk';
import ajv from '../cases/ajv.js';
import big from '../cases/big.js';
import currency from '../cases/currency.js';
import dateFns from '../cases/date-fns.js';
import dayjs from '../cases/dayjs.js';
import decimal from '../cases/decimal.js';
import eventemitter3 from '../cases/eventemitter3.js';
import fastXmlParser from '../cases/fast-xml-parser.js';
import fflate from '../cases/fflate.js';
import he from '../cases/he.js';
import immer from '../cases/immer.js';
import jsYaml from '../cases/js-yaml.js';
import lodash from '../cases/lodash.js';
import lodashEs from '../cases/lodash-es.js';
import luxon from '../cases/luxon.js';
import mitt from '../cases/mitt.js';
import ms from '../cases/ms.js';
import mustache from '../cases/mustache.js';
import nanoid from '../cases/nanoid.js';
import pLimit from '../cases/p-limit.js';
import pMap from '../cases/p-map.js';
import pRetry from '../cases/p-retry.js';
import pako from '../cases/pako.js';
import papaparse from '../cases/papaparse.js';
import qs from '../cases/qs.js';
import queryString from '../cases/query-string.js';
import ramda from '../cases/ramda.js';
import rxjs from '../cases/rxjs.js';
import semver from '../cases/semver.js';
import slugify from '../cases/slugify.js';
import superjson from '../cases/superjson.js';
import uuid from '../cases/uuid.js';
import valibot from '../cases/valibot.js';
import validator from '../cases/validator.js';
import yaml from '../cases/yaml.js';
import yup from '../cases/yup.js';

const worker = defineWorker('data');
const cases = {
  ajv,
  big,
  currency,
  'date-fns': dateFns,
  dayjs,
  decimal,
  eventemitter3,
  'fast-xml-parser': fastXmlParser,
  fflate,
  he,
  immer,
  'js-yaml': jsYaml,
  lodash,
  'lodash-es': lodashEs,
  luxon,
  mitt,
  ms,
  mustache,
  nanoid,
  'p-limit': pLimit,
  'p-map': pMap,
  'p-retry': pRetry,
  pako,
  papaparse,
  qs,
  'query-string': queryString,
  ramda,
  rxjs,
  semver,
  slugify,
  superjson,
  uuid,
  valibot,
  validator,
  yaml,
  yup,
};
for (const [id, run] of Object.entries(cases)) worker.cardBackend(id, { handler: () => run() });
export default worker;
