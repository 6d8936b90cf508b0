import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';
import type { NodePath } from '@babel/core';
