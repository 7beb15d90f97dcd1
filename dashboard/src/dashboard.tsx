// The dashboard of `svc dev`: the routes of the running server, with a face.

import { render } from 'preact';
import { App } from './app.tsx';
import './dashboard.css';
import { takeToken } from './token.ts';
import { showDisguises } from './visible.ts';

takeToken();
showDisguises();
render(<App />, document.body);
