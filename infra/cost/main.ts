import { costDocument } from './cost-document.ts';

process.stdout.write(costDocument());
