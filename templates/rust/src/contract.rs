//! What goes over the wire, as Rust values: an observation comes in, a decision goes out.

// A strategy need not use all of it.
#![allow(dead_code)]

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub struct Observation {
    pub date: String,
    /// May be stale, as the portfolio. None if it was not a finite number.
    pub cash: Option<f64>,
    /// In the order of the market.
    pub symbols: Vec<SymbolObservation>,
    pub portfolio: Vec<Position>,
}

#[derive(Deserialize)]
pub struct SymbolObservation {
    pub symbol: String,
    /// Oldest first; None where there was no finite price.
    pub close_history: Vec<Option<f64>>,
    #[serde(default)]
    pub fundamentals: BTreeMap<String, Option<f64>>,
    #[serde(default)]
    pub news: Vec<String>,
}

#[derive(Deserialize)]
pub struct Position {
    pub symbol: String,
    pub shares: Option<f64>,
    pub avg_price: Option<f64>,
}

#[derive(Serialize, Debug, PartialEq)]
pub struct Decision {
    pub orders: Vec<Order>,
    pub reasoning: String,
}

#[derive(Serialize, Debug, PartialEq)]
pub struct Order {
    pub symbol: String,
    pub action: Action,
    /// Part of the book, in [-1, 1].
    pub target_weight: f64,
    /// In [0, 1]. The contract refuses null, so what is not stated is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    pub rationale: String,
}

#[derive(Serialize, Debug, PartialEq, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    Buy,
    Sell,
    Hold,
    Close,
}
