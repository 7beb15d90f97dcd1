// The part of the CRM's UI package that the card uses. The page's server signs the calls, as the CRM does.

import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

export const Text = ({ testId, children }) => createElement('p', { 'data-test-id': testId }, children);

export const Button = ({ onClick, children }) => createElement('button', { type: 'button', onClick }, children);

export const crm = {
  extend: (render) => createRoot(document.getElementById('root')).render(createElement(StrictMode, null, render({}))),
  fetch: (url, { body }) =>
    fetch('/crm-fetch', { method: 'POST', headers: { 'x-url': url }, body: JSON.stringify(body) }),
};
