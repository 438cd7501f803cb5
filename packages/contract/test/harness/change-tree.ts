// runs inside the overlay: changes the tree and prints how it left it
import { writeFileSync } from 'node:fs';
import { describeTree } from './tree.ts';
import { runRandomOperations } from './random-operations.ts';

const [root = '', seed = '', count = ''] = process.argv.slice(2);
runRandomOperations(root, Number(seed), Number(count));
writeFileSync(1, JSON.stringify(describeTree(root)));
