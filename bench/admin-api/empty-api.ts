// The floor of the admin API: the same server and the same library with nothing behind them. Prints its address.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const app = new Hono();
app.all('*', (context) => context.json({ rows: [], next: null }));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.log(`http://127.0.0.1:${port}/api`));
