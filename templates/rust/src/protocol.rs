//! The loop itself, over any reader and writer. You should not need to edit this.

use crate::contract::{Decision, Observation};
use std::collections::BTreeSet;
use std::io::{BufRead, Write};

pub type Failure = Box<dyn std::error::Error>;

/// Answers every line until the input ends. What cannot be read, decided or written ends it.
pub fn run(
    input: impl BufRead,
    mut output: impl Write,
    mut decide: impl FnMut(&Observation) -> Decision,
) -> Result<(), Failure> {
    let mut date = None;
    let mut answer = Vec::new();
    for line in input.lines() {
        let observation: Observation = serde_json::from_str(&line?)?;
        // The same date again is the same step, asked again: it gets the same answer, and
        // the strategy does not count it twice.
        if date.as_ref() != Some(&observation.date) {
            let decision = decide(&observation);
            check(&decision, &observation)?;
            answer = serde_json::to_vec(&decision)?;
            answer.push(b'\n');
            date = Some(observation.date);
        }
        output.write_all(&answer)?;
        // stdout is a pipe here: without the flush the answer could wait in a buffer.
        output.flush()?;
    }
    Ok(())
}

/// Refuses what the harness would refuse, so that a slip in the strategy stops here, with
/// its name, and not as a lost decision in a run. (serde_json would print NaN as null.)
fn check(decision: &Decision, observation: &Observation) -> Result<(), Failure> {
    let mut ordered = BTreeSet::new();
    for order in &decision.orders {
        let fail = |why: &str| Err(format!("order for {:?}: {why}", order.symbol).into());
        if observation.symbols.iter().all(|each| each.symbol != order.symbol) {
            return fail("no such symbol in the observation");
        }
        if !ordered.insert(&order.symbol) {
            return fail("ordered twice");
        }
        if !(-1.0..=1.0).contains(&order.target_weight) {
            return fail("target_weight is not in [-1, 1]");
        }
        if matches!(order.confidence, Some(stated) if !(0.0..=1.0).contains(&stated)) {
            return fail("confidence is not in [0, 1]");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{Action, Order};

    const MONDAY: &str = concat!(
        r#"{"date":"2024-01-01","cash":1.0,"symbols":[{"symbol":"Zürich","close_history":[187.2,null,1e-7],"#,
        r#""fundamentals":{"pe":12.5},"news":["a \"b\""]}],"portfolio":[{"symbol":"Z","shares":-0.5,"avg_price":2.0}]}"#,
    );
    const TUESDAY: &str = r#"{"date":"2024-01-02","cash":null,"symbols":[],"portfolio":[],"later":1}"#;

    fn hold() -> Decision {
        Decision { orders: Vec::new(), reasoning: "wait".to_string() }
    }

    fn order(symbol: &str, target_weight: f64, confidence: Option<f64>) -> Decision {
        let order = Order {
            symbol: symbol.to_string(),
            action: Action::Sell,
            target_weight,
            confidence,
            rationale: "a\nb".to_string(),
        };
        Decision { orders: vec![order], reasoning: String::new() }
    }

    fn answer(input: &str, decide: impl FnMut(&Observation) -> Decision) -> Result<String, Failure> {
        let mut output = Vec::new();
        run(input.as_bytes(), &mut output, decide)?;
        Ok(String::from_utf8(output)?)
    }

    #[test]
    fn every_observation_gets_one_line() {
        let output = answer(&format!("{MONDAY}\r\n{TUESDAY}"), |_| hold()).unwrap();
        assert_eq!(output, "{\"orders\":[],\"reasoning\":\"wait\"}\n".repeat(2));
    }

    #[test]
    fn a_repeated_observation_gets_the_same_line_without_asking() {
        let mut asked = 0;
        let output = answer(&format!("{MONDAY}\n{MONDAY}\n{TUESDAY}\n"), |_| {
            asked += 1;
            Decision { reasoning: asked.to_string(), ..hold() }
        });
        let reasons = ["1", "1", "2"].map(|each| format!("{{\"orders\":[],\"reasoning\":\"{each}\"}}\n"));
        assert_eq!(output.unwrap(), reasons.concat());
    }

    #[test]
    fn observations_keep_every_bit_and_every_byte() {
        answer(MONDAY, |observation| {
            let symbol = &observation.symbols[0];
            assert_eq!(symbol.symbol, "Zürich");
            assert_eq!(symbol.close_history, [Some(187.2), None, Some(1e-7)]);
            assert_eq!(symbol.fundamentals["pe"], Some(12.5));
            assert_eq!(symbol.news, ["a \"b\""]);
            assert_eq!(observation.portfolio[0].shares, Some(-0.5));
            hold()
        })
        .unwrap();
    }

    #[test]
    fn a_decision_is_one_line_without_null() {
        assert_eq!(
            answer(MONDAY, |_| order("Zürich", 0.1, None)).unwrap(),
            concat!(
                r#"{"orders":[{"symbol":"Zürich","action":"sell","target_weight":0.1,"rationale":"a\nb"}],"reasoning":""}"#,
                "\n"
            )
        );
    }

    #[test]
    fn what_the_harness_would_refuse_is_not_sent() {
        let mut twice = order("Zürich", 0.1, None);
        twice.orders.extend(order("Zürich", 0.1, None).orders);
        let wrong = [
            order("Zürich", f64::NAN, None),
            order("Zürich", 1.5, None),
            order("Zürich", 0.1, Some(f64::INFINITY)),
            order("DUNE", 0.1, None),
            twice,
        ];
        for decision in wrong {
            let mut once = Some(decision);
            assert!(answer(MONDAY, |_| once.take().unwrap()).is_err());
        }
    }

    #[test]
    fn a_line_that_is_no_observation_ends_the_loop() {
        for line in ["", "{}", "[1]", "{\"date\":\"x\"", "\n"] {
            assert!(answer(&format!("{line}\n"), |_| hold()).is_err(), "{line:?}");
        }
    }
}
