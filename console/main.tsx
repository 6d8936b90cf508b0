import '@cloudscape-design/global-styles/index.css';
import './app/tokens.css';
import './app/shell.css';
import { createRoot } from 'react-dom/client';
import { config } from 'zod/v4/core';

import { App } from './app/app.tsx';
import { applyPreferences } from './app/preferences.ts';

// Its validators are not compiled: the policy of the page allows no code that is made of texts.
config({ jitless: true });

// Before the first picture, so that no light page flashes in the dark.
applyPreferences();

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(<App />);
}
