//! edit this: "steady trend". Holds an equal share of every symbol that stands clearly above
//! its own average close, and nothing of those that stand clearly below it.

use crate::contract::{Action, Decision, Observation, Order, SymbolObservation};
use std::collections::BTreeMap;

const SHORTEST_HISTORY: usize = 10;
/// The rest stays cash.
const INVESTED: f64 = 0.9;
// Between these multiples of the average nothing changes: no trade on noise.
const UPPER_EDGE: f64 = 1.01;
const LOWER_EDGE: f64 = 0.99;

#[derive(Default)]
pub struct Strategy {
    holdings: BTreeMap<String, Holding>,
}

#[derive(Default)]
struct Holding {
    held: bool,
    /// The weight asked for last, whatever the portfolio shows.
    target: f64,
}

impl Strategy {
    /// Asked once for each date, in order.
    pub fn decide(&mut self, observation: &Observation) -> Decision {
        let share = INVESTED / observation.symbols.len() as f64;
        let orders = observation.symbols.iter().map(|observed| self.order(observed, share)).collect();
        Decision { orders, reasoning: "steady trend".to_string() }
    }

    fn order(&mut self, observed: &SymbolObservation, share: f64) -> Order {
        let holding = self.holdings.entry(observed.symbol.clone()).or_default();
        let (confidence, rationale) = holding.follow(&observed.close_history);
        // Every symbol is ordered every time, from its own last target: what the portfolio
        // shows may be stale, and is not needed.
        let target = if holding.held { share } else { 0.0 };
        let action = action(target, holding.target);
        holding.target = target;
        Order {
            symbol: observed.symbol.clone(),
            action,
            target_weight: target,
            confidence,
            rationale: rationale.to_string(),
        }
    }
}

impl Holding {
    /// Moves in or out by the closes; says how sure it is, and why.
    fn follow(&mut self, closes: &[Option<f64>]) -> (Option<f64>, &'static str) {
        if closes.len() < SHORTEST_HISTORY {
            return (None, "too little history");
        }
        let (last, mean) = match (closes.last(), average(closes)) {
            (Some(Some(last)), Some(mean)) if mean > 0.0 && mean.is_finite() => (*last, mean),
            _ => return (None, "no usable price"),
        };
        if last > mean * UPPER_EDGE {
            self.held = true;
        } else if last < mean * LOWER_EDGE {
            self.held = false;
        }
        let confidence = (0.5 + (last / mean - 1.0).abs() * 2.0).min(0.9);
        (Some(confidence), if self.held { "trend up" } else { "trend down" })
    }
}

/// Added up oldest first from 0.0 (another order would round differently); None if one is missing.
fn average(closes: &[Option<f64>]) -> Option<f64> {
    let mut sum = 0.0;
    for close in closes {
        sum += (*close)?;
    }
    Some(sum / closes.len() as f64)
}

fn action(target: f64, before: f64) -> Action {
    if target > before {
        Action::Buy
    } else if target < before {
        if target == 0.0 {
            Action::Close
        } else {
            Action::Sell
        }
    } else {
        Action::Hold
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order after nine closes of 100 and a last one.
    fn after(strategy: &mut Strategy, last: Option<f64>) -> Order {
        let mut closes = vec![Some(100.0); 9];
        closes.push(last);
        decide(strategy, closes)
    }

    fn decide(strategy: &mut Strategy, close_history: Vec<Option<f64>>) -> Order {
        let observation = Observation {
            date: "2024-01-02".to_string(),
            cash: Some(1.0),
            symbols: vec![SymbolObservation {
                symbol: "ALBA".to_string(),
                close_history,
                fundamentals: BTreeMap::new(),
                news: Vec::new(),
            }],
            portfolio: Vec::new(),
        };
        strategy.decide(&observation).orders.remove(0)
    }

    #[test]
    fn nine_closes_are_too_few() {
        let order = decide(&mut Strategy::default(), vec![Some(100.0); 9]);
        assert_eq!(order.rationale, "too little history");
        assert_eq!((order.action, order.target_weight), (Action::Hold, 0.0));
        assert_eq!(order.confidence, None);
    }

    #[test]
    fn a_close_above_the_band_is_bought() {
        let order = after(&mut Strategy::default(), Some(110.0));
        assert_eq!(order.rationale, "trend up");
        assert_eq!((order.action, order.target_weight), (Action::Buy, 0.9));
        assert_eq!(order.confidence, Some(0.6782178217821784));
    }

    #[test]
    fn inside_the_band_the_target_is_restated() {
        let mut strategy = Strategy::default();
        after(&mut strategy, Some(110.0));
        let order = after(&mut strategy, Some(100.0));
        assert_eq!((order.action, order.target_weight), (Action::Hold, 0.9));
    }

    #[test]
    fn a_close_below_the_band_is_closed() {
        let mut strategy = Strategy::default();
        after(&mut strategy, Some(110.0));
        let order = after(&mut strategy, Some(50.0));
        assert_eq!(order.rationale, "trend down");
        assert_eq!((order.action, order.target_weight), (Action::Close, 0.0));
        assert_eq!(order.confidence, Some(0.9));
    }

    #[test]
    fn a_missing_price_changes_nothing() {
        let mut strategy = Strategy::default();
        after(&mut strategy, Some(110.0));
        let order = after(&mut strategy, None);
        assert_eq!(order.rationale, "no usable price");
        assert_eq!((order.action, order.target_weight), (Action::Hold, 0.9));
        assert_eq!(order.confidence, None);
    }
}
