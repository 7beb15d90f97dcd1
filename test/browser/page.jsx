// A record page, which loads the card. The UI package renders what the card passes to extend.
import { version } from 'react';
import 'the-card';

globalThis.reactVersion = version;
