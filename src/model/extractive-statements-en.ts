// English rules
import type { StatementRule } from "./extractive-statements-rule.ts";
export const identityRulesEn: readonly StatementRule[] = [];
export const lifeRulesEn: readonly StatementRule[] = [];
export const habitRulesEn: readonly StatementRule[] = [];
